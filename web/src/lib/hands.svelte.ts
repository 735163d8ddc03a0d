import { SvelteSet } from "svelte/reactivity";
import type { Choice, Picked } from "./choice.svelte";
import { settings } from "./settings.svelte";
import { announce } from "./voice.svelte";
import type { Move, Panel } from "./wire";
import type { Zoom } from "./zoom.svelte";
import { words } from "./words";

export interface Deeds {
  play(move: Move): void;
  closed(spot: string): void; // a click where no move leads
}

const WAYS: Record<string, [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const ASIDE = 2.2; // how much more a step to the side counts than one ahead

/** What a person does at the table, with a mouse, a finger or a keyboard. */
export class Hands {
  focus = $state(""); // the one piece that the tab key reaches
  reveal = $state(""); // what the piece that is pointed at shows
  readonly pinned = new SvelteSet<string>(); // … and what stays in sight
  marked: ReadonlySet<string> = $state.raw(new Set()); // pieces that are pointed out
  enlarged = $state(""); // the panel that is opened large
  byKey = false; // the last thing touched was the keyboard
  #listing = false; // … in the list of moves, not on the table
  readonly #zooms = new Map<string, Zoom>(); // of panels that can be looked at closely
  readonly choice: Choice;
  readonly #deeds: Deeds;
  readonly #panels: () => Panel[];

  constructor(choice: Choice, deeds: Deeds, panels: () => Panel[]) {
    this.choice = choice;
    this.#deeds = deeds;
    this.#panels = panels;
  }

  pick(spot: string, sprite: string): void {
    const picked = this.choice.pick(spot, sprite);
    if (!("closed" in picked)) {
      this.focus = sprite;
      this.enlarged = ""; // the bar under it has something to say
    }
    this.#done(picked);
  }

  say(move: Move): void {
    this.#done(this.choice.say(move));
  }

  play(move: Move): void {
    this.#deeds.play(move);
  }

  /** Turn what is about to be laid, and say what it would be now. */
  turn(by = 1): void {
    this.choice.turn(by);
    const { single } = this.choice;
    if (single) announce(words.moveWorth(single.words, single.gain));
  }

  #done(picked: Picked): void {
    if ("play" in picked) return this.#deeds.play(picked.play);
    if ("closed" in picked) return this.#deeds.closed(picked.closed);
    announce(this.#state());
  }

  #state(): string {
    const { single, rest, ready } = this.choice;
    if (single) {
      const more = rest.length > ready.length ? words.orMore(rest.length) : "";
      const again = this.choice.again ? words.enterAgain : this.choice.dial ? words.turnOrPlay : "";
      return [words.moveWorth(single.words, single.gain), again, more].filter(Boolean).join(" ");
    }
    return words.movesLeft(rest.length);
  }

  /** Keep a reveal in sight, or let it go; of a panel's reveals one at a time. */
  pin(id: string, panel?: Panel): void {
    const on = !this.pinned.has(id);
    const others = panel?.reveals ?? this.#panels().find((one) => has(one, id))?.reveals ?? [];
    for (const other of others) this.pinned.delete(other.id);
    if (on) this.pinned.add(id);
    const label = others.find((one) => one.id === id)?.label ?? "";
    announce(on ? words.revealed(label) : words.covered(label));
  }

  /** Is this reveal of a panel to be seen? What is pointed at goes before what is kept. */
  reveals(panel: Panel, id: string): boolean {
    return has(panel, this.reveal) ? this.reveal === id : this.pinned.has(id);
  }

  /** A key was pressed somewhere on the page. */
  key(event: KeyboardEvent): void {
    this.byKey = true;
    this.#listing = (event.target as Element).closest(".moves, .bar") !== null;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.target as HTMLElement;
    if (target.closest("input, textarea, select, dialog:not(.large)")) return;
    if (event.key === "Escape") return this.enlarged ? undefined : this.choice.back();
    if (this.#closer(event, target) || (settings.keys && this.#letter(event))) return;
    const piece = target.closest<SVGGElement>("[data-sprite][tabindex]");
    if (!piece) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      const { spot = "", sprite = "", reveal = "" } = piece.dataset;
      const { dial, single, picks } = this.choice;
      if (dial && single && picks.at(-1)?.sprite === sprite) this.play(single); // R turns it
      else if (piece.matches(".open, .on")) this.pick(spot, sprite);
      else this.pin(reveal);
    } else if (WAYS[event.key]) {
      event.preventDefault();
      nearest(piece, WAYS[event.key]!)?.focus();
    }
  }

  /** A panel that can be looked at closely, for as long as it is there. */
  zoomable(panel: string, zoom: Zoom): () => void {
    const before = this.#zooms.get(panel); // an enlarged panel lies over itself
    this.#zooms.set(panel, zoom);
    return () => {
      if (before) this.#zooms.set(panel, before);
      else this.#zooms.delete(panel);
    };
  }

  /** Keys to look closer: at the panel one is in, else at the first that can be looked at closely. */
  #closer(event: KeyboardEvent, target: Element): boolean {
    const here = target.closest<HTMLElement>("[data-stage]")?.dataset.stage ?? this.enlarged;
    const zoom = this.#zooms.get(here) ?? this.#zooms.values().next().value;
    if (!zoom) return false;
    const way = WAYS[event.key];
    if (way && event.shiftKey) zoom.pan(...way);
    else if (settings.keys && event.key === "+") zoom.closer();
    else if (settings.keys && event.key === "-") zoom.farther();
    else if (settings.keys && event.key === "0") zoom.whole();
    else return false;
    event.preventDefault();
    announce(words.zoomedTo(zoom.percent));
    return true;
  }

  #letter(event: KeyboardEvent): boolean {
    const { choice } = this;
    if (choice.dial && event.key.toLowerCase() === "r") {
      this.turn(event.shiftKey ? -1 : 1);
      return true;
    }
    if (!/^[1-9]$/.test(event.key)) return false;
    const move = this.numbered[Number(event.key) - 1];
    if (move) this.say(move);
    return true;
  }

  /** The moves that the digits stand for: those said first, if there are few enough. */
  get numbered(): Move[] {
    const { done, rest } = this.choice;
    const moves = [...done, ...rest.filter((move) => !done.includes(move))];
    return moves.length <= 9 || done.length ? moves.slice(0, 9) : [];
  }

  /** The tab stop, after what can be chosen has changed. */
  settle(): void {
    const stops = [...document.querySelectorAll<SVGGElement>("[data-sprite][tabindex]")];
    const open = stops.filter((stop) => stop.matches(".open, .on"));
    const same = stops.find((stop) => stop.dataset.sprite === this.focus);
    const here = same && (open.includes(same) || !open.length) ? same : (open[0] ?? stops[0]);
    if (here) this.focus = here.dataset.sprite ?? "";
    if (!this.byKey || document.activeElement !== document.body) return;
    const first = document.querySelector<HTMLElement>(".moves button");
    const piece = open.includes(here!) ? here : undefined; // not one that only shows something
    const target = this.#listing ? (first ?? piece) : (piece ?? first); // a move may touch no piece
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

/** The nearest open piece in a direction, in whatever panel it lies. */
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
    if (along > 2 && along + aside * ASIDE < least) {
      least = along + aside * ASIDE;
      best = piece;
    }
  }
  return best;
}
