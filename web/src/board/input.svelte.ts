import { SvelteSet } from "svelte/reactivity";
import type { Choice, Picked } from "./choice.svelte";
import { settings } from "../settings/settings.svelte";
import { announce } from "../lib/announcer.svelte";
import type { Move, Panel } from "../lib/wire";
import type { Zoom } from "./zoom.svelte";
import { words } from "../lib/words";

export interface InputActions {
  play(move: Move): void;
  closed(spot: string): void; // a click where no move leads
}

const DIRECTIONS: Record<string, [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const SIDEWAYS_COST = 2.2; // distance to the side costs this much more than distance ahead

/** Input from mouse, touch and keyboard. */
export class Input {
  focus = $state(""); // the one piece in the tab order
  reveal = $state(""); // the reveal of the piece under the pointer
  readonly pinned = new SvelteSet<string>(); // reveals that stay visible
  marked: ReadonlySet<string> = $state.raw(new Set()); // pieces highlighted by the guide or a score count
  enlarged = $state(""); // the panel shown in the large dialog
  byKey = false; // the last input came from the keyboard
  #inMoveList = false; // … and was in the list of moves
  readonly #zooms = new Map<string, Zoom>(); // of the panels that can zoom
  readonly choice: Choice;
  readonly #actions: InputActions;
  readonly #panels: () => Panel[];

  constructor(choice: Choice, actions: InputActions, panels: () => Panel[]) {
    this.choice = choice;
    this.#actions = actions;
    this.#panels = panels;
  }

  pick(spot: string, sprite: string): void {
    const picked = this.choice.pick(spot, sprite);
    if (!("closed" in picked)) {
      this.focus = sprite;
      this.enlarged = ""; // uncover the action bar below
    }
    this.#carryOut(picked);
  }

  choose(move: Move): void {
    this.#carryOut(this.choice.choose(move));
  }

  play(move: Move): void {
    this.#actions.play(move);
  }

  /** Select another variant of the move and announce it. */
  turn(by = 1): void {
    this.choice.nextVariant(by);
    const { single } = this.choice;
    if (single) announce(words.moveWorth(single.words, single.gain));
  }

  #carryOut(picked: Picked): void {
    if ("play" in picked) return this.#actions.play(picked.play);
    if ("closed" in picked) return this.#actions.closed(picked.closed);
    announce(this.#describeChoice());
  }

  #describeChoice(): string {
    const { single, remaining, ready } = this.choice;
    if (single) {
      const more = remaining.length > ready.length ? words.orMore(remaining.length) : "";
      const again = this.choice.repeated ? words.enterAgain : this.choice.hasVariants ? words.turnOrPlay : "";
      return [words.moveWorth(single.words, single.gain), again, more].filter(Boolean).join(" ");
    }
    return words.movesLeft(remaining.length);
  }

  /** Pin or unpin a reveal. At most one per panel is pinned. */
  pin(id: string, panel?: Panel): void {
    const on = !this.pinned.has(id);
    const others = panel?.reveals ?? this.#panels().find((one) => has(one, id))?.reveals ?? [];
    for (const other of others) this.pinned.delete(other.id);
    if (on) this.pinned.add(id);
    const label = others.find((one) => one.id === id)?.label ?? "";
    announce(on ? words.revealed(label) : words.covered(label));
  }

  /** Is this reveal visible? The one under the pointer wins over the pinned one. */
  reveals(panel: Panel, id: string): boolean {
    return has(panel, this.reveal) ? this.reveal === id : this.pinned.has(id);
  }

  /** Handle a key press anywhere on the page. */
  key(event: KeyboardEvent): void {
    this.byKey = true;
    this.#inMoveList = (event.target as Element).closest(".moves, .bar") !== null;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.target as HTMLElement;
    if (target.closest("input, textarea, select, dialog:not(.large)")) return;
    if (event.key === "Escape") return this.enlarged ? undefined : this.choice.back();
    if (this.#zoomKey(event, target) || (settings.keys && this.#shortcut(event))) return;
    const piece = target.closest<SVGGElement>("[data-sprite][tabindex]");
    if (!piece) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      const { spot = "", sprite = "", reveal = "" } = piece.dataset;
      const { hasVariants, single, picks } = this.choice;
      if (hasVariants && single && picks.at(-1)?.sprite === sprite) this.play(single); // R turns it
      else if (piece.matches(".open, .on")) this.pick(spot, sprite);
      else this.pin(reveal);
    } else if (DIRECTIONS[event.key]) {
      event.preventDefault();
      nearest(piece, DIRECTIONS[event.key]!)?.focus();
    }
  }

  /** Register a panel that can zoom. Returns the function that removes it. */
  zoomable(panel: string, zoom: Zoom): () => void {
    const before = this.#zooms.get(panel); // an enlarged panel is on the page twice
    this.#zooms.set(panel, zoom);
    return () => {
      if (before) this.#zooms.set(panel, before);
      else this.#zooms.delete(panel);
    };
  }

  /** Zoom keys. They act on the focused panel, else on the first that can zoom. */
  #zoomKey(event: KeyboardEvent, target: Element): boolean {
    const here = target.closest<HTMLElement>("[data-stage]")?.dataset.stage ?? this.enlarged;
    const zoom = this.#zooms.get(here) ?? this.#zooms.values().next().value;
    if (!zoom) return false;
    const way = DIRECTIONS[event.key];
    if (way && event.shiftKey) zoom.pan(...way);
    else if (settings.keys && event.key === "+") zoom.closer();
    else if (settings.keys && event.key === "-") zoom.farther();
    else if (settings.keys && event.key === "0") zoom.whole();
    else return false;
    event.preventDefault();
    announce(words.zoomedTo(zoom.percent));
    return true;
  }

  #shortcut(event: KeyboardEvent): boolean {
    const { choice } = this;
    if (choice.hasVariants && event.key.toLowerCase() === "r") {
      this.turn(event.shiftKey ? -1 : 1);
      return true;
    }
    if (!/^[1-9]$/.test(event.key)) return false;
    const move = this.numbered[Number(event.key) - 1];
    if (move) this.choose(move);
    return true;
  }

  /** The moves behind the digit keys, complete ones first. None if the list is too long. */
  get numbered(): Move[] {
    const { complete, remaining } = this.choice;
    const moves = [...complete, ...remaining.filter((move) => !complete.includes(move))];
    return moves.length <= 9 || complete.length ? moves.slice(0, 9) : [];
  }

  /** Update the tab stop after the open spots have changed. */
  updateTabStop(): void {
    const stops = [...document.querySelectorAll<SVGGElement>("[data-sprite][tabindex]")];
    const open = stops.filter((stop) => stop.matches(".open, .on"));
    const same = stops.find((stop) => stop.dataset.sprite === this.focus);
    const here = same && (open.includes(same) || !open.length) ? same : (open[0] ?? stops[0]);
    if (here) this.focus = here.dataset.sprite ?? "";
    if (!this.byKey || document.activeElement !== document.body) return;
    const first = document.querySelector<HTMLElement>(".moves button");
    const piece = open.includes(here!) ? here : undefined; // not a piece that only reveals something
    const target = this.#inMoveList ? (first ?? piece) : (piece ?? first); // no piece may be open
    target?.focus();
  }
}

function has(panel: Panel, reveal: string): boolean {
  return panel.reveals.some(({ id }) => id === reveal);
}

function middle(element: Element): [number, number] {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}

/** The nearest piece in a direction, in any panel. */
function nearest(from: SVGGElement, [dx, dy]: [number, number]): SVGGElement | null {
  const [x, y] = middle(from);
  let best: SVGGElement | null = null;
  let least = Infinity;
  const room = from.closest("dialog") ?? document;
  for (const piece of room.querySelectorAll<SVGGElement>("[data-sprite][tabindex]")) {
    if (piece === from) continue;
    const [a, b] = middle(piece);
    const along = (a - x) * dx + (b - y) * dy;
    const aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
    if (along > 2 && along + aside * SIDEWAYS_COST < least) {
      least = along + aside * SIDEWAYS_COST;
      best = piece;
    }
  }
  return best;
}
