import { areVariants, remainingMoves, openSpots, piecesOf, isComplete, countPicks, type Pick } from "./move_filter";
import { settings } from "../settings/settings.svelte";
import type { Move, Scene } from "../lib/wire";

/** The result of a click: a move to play, a changed selection, or a spot without a move. */
export type Picked = { play: Move } | { changed: true } | { closed: string };

/** The selection of a move, by clicks on pieces or on a line of the list. */
export class Choice {
  picks: Pick[] = $state.raw([]);
  hovered: Move | null = $state.raw(null); // the line of the list under the pointer
  armed: Move | null = $state.raw(null); // chosen from the list, waits for "Play"
  variant = $state(0);
  readonly #moves: () => Move[];
  readonly #scene: () => Scene | null;

  constructor(moves: () => Move[], scene: () => Scene | null) {
    this.#moves = moves;
    this.#scene = scene;
  }

  readonly moves = $derived.by(() => this.#moves());
  readonly counts = $derived.by(() => countPicks(this.picks));
  /** Moves that still fit the picks. */
  readonly remaining = $derived.by(() => (this.armed ? [this.armed] : remainingMoves(this.moves, this.counts)));
  readonly open = $derived.by(() => openSpots(remainingMoves(this.moves, this.counts), this.counts));
  readonly complete = $derived.by(() =>
    this.picks.length && !this.armed ? this.remaining.filter((move) => isComplete(move, this.counts)) : [],
  );
  /** The moves that "Play" could play now. */
  readonly ready = $derived.by(() => {
    if (this.armed) return [this.armed];
    return this.picks.length && this.remaining.length === 1 ? this.remaining : this.complete;
  });
  /** Do the same picks fit several moves that differ only in how the piece lies? */
  readonly hasVariants = $derived.by(() => this.ready.length > 1 && areVariants(this.ready));
  readonly single = $derived.by(() => {
    if (this.ready.length === 1) return this.ready[0] ?? null;
    return this.hasVariants ? (this.ready[this.variant % this.ready.length] ?? null) : null;
  });
  readonly previewed = $derived.by(() => this.hovered ?? this.single);
  readonly picked = $derived.by(() => new Set(this.picks.map((pick) => pick.sprite)));
  readonly #pieces = $derived.by(() => selectable(this.#scene()));
  /** The pieces that the previewed move would use. */
  readonly highlighted = $derived.by(
    () =>
      new Set(
        this.previewed ? piecesOf(this.previewed, this.picks, this.#pieces).map((pick) => pick.sprite) : [],
      ),
  );

  pick(spot: string, sprite: string): Picked {
    const at = this.picks.findIndex((pick) => pick.sprite === sprite);
    if (at >= 0) {
      const last = at === this.picks.length - 1;
      const move = last ? this.repeated : null;
      if (move) return { play: move };
      if (last && this.hasVariants) {
        this.nextVariant();
        return { changed: true };
      }
      this.armed = null;
      this.picks = this.picks.filter((_, i) => i !== at);
      return { changed: true };
    }
    const fits = this.open.has(spot);
    if (!fits && !openSpots(this.moves, new Map()).has(spot)) return { closed: spot };
    this.armed = null;
    this.variant = 0;
    this.picks = [...(fits ? this.picks : []), { spot, sprite }]; // the spot does not fit the picks: start again
    const only = this.remaining.length === 1 ? this.remaining[0] : undefined;
    if (only && isComplete(only, this.counts) && !needsConfirmation(only)) return { play: only };
    return { changed: true };
  }

  /** Choose a move from the list. Play it, or preview it and wait for "Play". */
  choose(move: Move): Picked {
    if (this.armed === move || !needsConfirmation(move)) return { play: move };
    this.arm(move);
    return { changed: true };
  }

  /** Select the pieces of a move and wait for "Play". */
  arm(move: Move): void {
    this.hovered = null;
    this.picks = piecesOf(move, [], this.#pieces, false);
    this.armed = move;
  }

  /** Pick a piece without playing. Returns false if it is picked already or cannot be. */
  lift(spot: string, sprite: string): boolean {
    if (this.picked.has(sprite) || !this.open.has(spot)) return false;
    this.armed = null;
    this.picks = [...this.picks, { spot, sprite }];
    return true;
  }

  /** The picked pieces were dropped on a spot. Play if one move fits; else pick the spot. */
  drop(spot: string, sprite: string): Picked {
    const fits = spot !== "" && this.open.has(spot) && !this.picked.has(sprite);
    if (fits) this.picks = [...this.picks, { spot, sprite }];
    if (this.single && !this.hasVariants) return { play: this.single };
    return fits && this.hasVariants ? { changed: true } : { closed: spot };
  }

  nextVariant(by = 1): void {
    this.variant = (this.variant + by + this.ready.length) % Math.max(1, this.ready.length);
  }

  back(): void {
    this.hovered = null;
    if (this.armed) this.clear();
    else this.picks = this.picks.slice(0, -1);
  }

  clear(): void {
    this.picks = [];
    this.hovered = null;
    this.armed = null;
    this.variant = 0;
  }

  /** The move that a second tap on the last pick plays. None while the tap may undo the pick. */
  get repeated(): Move | null {
    const spot = this.picks.at(-1)?.spot ?? "";
    const more = this.remaining.length > 1 && this.remaining.some((move) => (move.spots[spot] ?? 0) > 1);
    return more || this.hasVariants ? null : this.single;
  }
}

/** Must this move be confirmed with "Play"? */
export function needsConfirmation(move: Move): boolean {
  return settings.ask === "always" || (settings.ask === "unsafe" && !move.safe);
}

/** The pieces and counters that have a spot. */
function selectable(scene: Scene | null): { id: string; spot: string }[] {
  if (!scene) return [];
  return scene.panels.flatMap((panel) => [
    ...panel.sprites.filter((sprite) => sprite.spot),
    ...panel.counters
      .filter((counter) => counter.spot)
      .map((counter) => ({ id: `counter:${counter.id}`, spot: counter.spot })),
  ]);
}
