import { dials, left, open, pieces, said, tally, type Pick } from "./narrow";
import { settings } from "./settings.svelte";
import type { Move, Scene } from "./wire";

/** What a click led to: a move to be played, another state of choosing, or nothing at all. */
export type Picked = { play: Move } | { changed: true } | { closed: string };

/** Choosing a move by clicking on its pieces, or on its words. */
export class Choice {
  picks: Pick[] = $state.raw([]);
  peek: Move | null = $state.raw(null); // a line of the list that is pointed at
  armed: Move | null = $state.raw(null); // chosen by its words, waits for "Play"
  turned = $state(0);
  readonly #moves: () => Move[];
  readonly #scene: () => Scene | null;

  constructor(moves: () => Move[], scene: () => Scene | null) {
    this.#moves = moves;
    this.#scene = scene;
  }

  readonly moves = $derived.by(() => this.#moves());
  readonly have = $derived.by(() => tally(this.picks));
  /** Moves that the picks still allow. */
  readonly rest = $derived.by(() => (this.armed ? [this.armed] : left(this.moves, this.have)));
  readonly live = $derived.by(() => open(left(this.moves, this.have), this.have));
  readonly done = $derived.by(() =>
    this.picks.length && !this.armed ? this.rest.filter((move) => said(move, this.have)) : [],
  );
  /** What "Play" could mean now. */
  readonly ready = $derived.by(() => {
    if (this.armed) return [this.armed];
    return this.picks.length && this.rest.length === 1 ? this.rest : this.done;
  });
  /** Several moves said by the same clicks that differ only in what they lay down. */
  readonly dial = $derived.by(() => this.ready.length > 1 && dials(this.ready));
  readonly single = $derived.by(() => {
    if (this.ready.length === 1) return this.ready[0] ?? null;
    return this.dial ? (this.ready[this.turned % this.ready.length] ?? null) : null;
  });
  readonly shown = $derived.by(() => this.peek ?? this.single);
  readonly picked = $derived.by(() => new Set(this.picks.map((pick) => pick.sprite)));
  readonly #pieces = $derived.by(() => chooseable(this.#scene()));
  /** The very pieces the shown move would take. */
  readonly hot = $derived.by(
    () =>
      new Set(
        this.shown ? pieces(this.shown, this.picks, this.#pieces).map((pick) => pick.sprite) : [],
      ),
  );

  pick(spot: string, sprite: string): Picked {
    const at = this.picks.findIndex((pick) => pick.sprite === sprite);
    if (at >= 0) {
      const last = at === this.picks.length - 1;
      const move = last ? this.again : null;
      if (move) return { play: move };
      if (last && this.dial) {
        this.turn();
        return { changed: true };
      }
      this.armed = null;
      this.picks = this.picks.filter((_, i) => i !== at);
      return { changed: true };
    }
    const fits = this.live.has(spot);
    if (!fits && !open(this.moves, new Map()).has(spot)) return { closed: spot };
    this.armed = null;
    this.turned = 0;
    this.picks = [...(fits ? this.picks : []), { spot, sprite }]; // another thought: begin anew
    const only = this.rest.length === 1 ? this.rest[0] : undefined;
    if (only && said(only, this.have) && !asks(only)) return { play: only };
    return { changed: true };
  }

  /** Choose a move by its words: play it, or show it and wait for a second word. */
  say(move: Move): Picked {
    if (this.armed === move || !asks(move)) return { play: move };
    this.arm(move);
    return { changed: true };
  }

  /** Lift the pieces of a move and wait for "Play". */
  arm(move: Move): void {
    this.peek = null;
    this.picks = pieces(move, [], this.#pieces, false);
    this.armed = move;
  }

  /** Pick a piece up without playing it. False if it was in the hand already, or cannot be. */
  lift(spot: string, sprite: string): boolean {
    if (this.picked.has(sprite) || !this.live.has(spot)) return false;
    this.armed = null;
    this.picks = [...this.picks, { spot, sprite }];
    return true;
  }

  /** The picked pieces were dropped on a spot: that plays, if it says one move; else it is a pick. */
  drop(spot: string, sprite: string): Picked {
    const fits = spot !== "" && this.live.has(spot) && !this.picked.has(sprite);
    if (fits) this.picks = [...this.picks, { spot, sprite }];
    if (this.single && !this.dial) return { play: this.single };
    return fits && this.dial ? { changed: true } : { closed: spot };
  }

  turn(by = 1): void {
    this.turned = (this.turned + by + this.ready.length) % Math.max(1, this.ready.length);
  }

  back(): void {
    this.peek = null;
    if (this.armed) this.clear();
    else this.picks = this.picks.slice(0, -1);
  }

  clear(): void {
    this.picks = [];
    this.peek = null;
    this.armed = null;
    this.turned = 0;
  }

  /** What a second tap on the last pick plays: nothing while it may mean "not this one". */
  get again(): Move | null {
    const spot = this.picks.at(-1)?.spot ?? "";
    const more = this.rest.length > 1 && this.rest.some((move) => (move.spots[spot] ?? 0) > 1);
    return more || this.dial ? null : this.single;
  }
}

/** Does this move wait for "Play"? */
export function asks(move: Move): boolean {
  return settings.ask === "always" || (settings.ask === "unsafe" && !move.safe);
}

/** Everything in a scene that has a spot: pieces and counters. */
function chooseable(scene: Scene | null): { id: string; spot: string }[] {
  if (!scene) return [];
  return scene.panels.flatMap((panel) => [
    ...panel.sprites.filter((sprite) => sprite.spot),
    ...panel.counters
      .filter((counter) => counter.spot)
      .map((counter) => ({ id: `counter:${counter.id}`, spot: counter.spot })),
  ]);
}
