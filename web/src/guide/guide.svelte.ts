import { after, current, done, leftOut, matches, START, type Progress } from "./progress";
import type { Move, Scene, Step } from "../lib/wire";

const KEY = "spinney.guide";

interface SavedGuides {
  tables: Record<string, Progress[]>; // progress now and before each move
  no: string[]; // games without a guide, by the player's choice
}

function load(): SavedGuides {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return { tables: {}, no: [], ...(saved && typeof saved === "object" ? saved : {}) };
  } catch {
    return { tables: {}, no: [] };
  }
}

function save(saved: SavedGuides): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(saved));
  } catch {
    // without storage the guide restarts with the page
  }
}

/** Start a guide at a new table. */
export function requestGuide(table: string): void {
  const saved = load();
  save({ ...saved, tables: { [table]: [START] } }); // progress at older tables is dropped
}

/** Guides a player through the first turns of a game. */
export class Guide {
  #path: Progress[] = $state.raw([]); // empty: no guide is running
  #refused = $state(false);
  readonly #table: string;
  readonly #steps: () => Step[];
  readonly #moves: () => Move[];
  readonly #turn: () => number;
  readonly #game: () => string;

  constructor(
    table: string,
    steps: () => Step[],
    moves: () => Move[],
    turn: () => number,
    game: () => string,
  ) {
    this.#table = table;
    this.#steps = steps;
    this.#moves = moves;
    this.#turn = turn;
    this.#game = game;
    this.#path = load().tables[table] ?? [];
  }

  readonly #now = $derived.by(() => this.#path.at(-1));
  readonly #at = $derived.by(() =>
    this.#now ? current(this.#steps(), this.#now, this.#moves(), this.#turn()) : -1,
  );
  readonly step = $derived.by(() => this.#steps()[this.#at] ?? null);
  readonly number = $derived.by(() => this.#at + 1);
  readonly count = $derived.by(() => this.#steps().length);
  /** Is nothing left of the guide? */
  readonly finished = $derived.by(
    () => this.#now !== undefined && done(this.#steps(), this.#now, this.#turn()),
  );
  /** Must the player choose alone for now? */
  readonly resting = $derived.by(
    () => this.#now !== undefined && !this.step && !this.finished && this.#moves().length > 0,
  );
  /** Was a step left out because it cannot be taken any more? */
  readonly skipped = $derived.by(
    () =>
      this.#now !== undefined &&
      this.#moves().length > 0 &&
      leftOut(this.#steps(), this.#now, this.#at, this.#turn()),
  );
  /** Is the guide offered now? */
  readonly offered = $derived.by(
    () =>
      !this.#path.length &&
      !this.#refused &&
      this.#moves().length > 0 &&
      this.#steps().some(
        ({ moves, turn }) => moves.length > 0 && (turn < 0 || turn >= this.#turn()),
      ) &&
      !load().no.includes(this.#game()),
  );

  /** The pieces that the step highlights. */
  highlighted(scene: Scene | null): Set<string> {
    const { step } = this;
    if (!step || !scene) return new Set();
    const meant = this.#moves().filter((move) => matches(step, move));
    const spots = new Set(step.spots.length || meant.length !== 1 ? step.spots : spotsOf(meant[0]!));
    const pieces = scene.panels.flatMap(({ sprites }) => sprites);
    return new Set(pieces.filter(({ spot }) => spots.has(spot)).map(({ id }) => id));
  }

  begin(): void {
    this.#setPath([START]);
  }

  /** Go on from a step without a move. */
  next(): void {
    this.#setPath([...this.#path, { at: this.#at + 1, missed: 0 }]);
  }

  played(move: Move): void {
    const now = this.#now;
    if (now) this.#setPath([...this.#path, after(this.#steps(), now, this.#moves(), this.#turn(), move)]);
  }

  /** A move was taken back. */
  back(): void {
    if (this.#path.length > 1) this.#setPath(this.#path.slice(0, -1));
  }

  leave(): void {
    this.#refused = true;
    this.#setPath([]);
  }

  /** Decline the guide for this game for good. */
  refuse(): void {
    const saved = load();
    this.#refused = true;
    save({ ...saved, no: [...new Set([...saved.no, this.#game()])] });
  }

  #setPath(path: Progress[]): void {
    this.#path = path;
    const saved = load();
    const tables = path.length ? { [this.#table]: path } : {};
    save({ ...saved, tables });
  }
}

function spotsOf(move: Move): string[] {
  return [...Object.keys(move.spots), ...move.aims];
}
