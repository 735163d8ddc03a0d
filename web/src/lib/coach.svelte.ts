import { after, current, fits, START, type Progress } from "./guide";
import type { Move, Scene, Step } from "./wire";

const KEY = "spinney.guide";

interface Kept {
  tables: Record<string, Progress[]>; // where somebody is, and where they were before each move
  no: string[]; // games in which no guide is wanted
}

function load(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return { tables: {}, no: [], ...(kept && typeof kept === "object" ? kept : {}) };
  } catch {
    return { tables: {}, no: [] };
  }
}

function keep(kept: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // then it begins anew when the page is loaded again
  }
}

/** A guide was asked for when the table was laid. */
export function askFor(table: string): void {
  const kept = load();
  keep({ ...kept, tables: { [table]: [START] } }); // of older tables nobody asks any more
}

/** Leads somebody through the first turns of a game, for as long as they like. */
export class Coach {
  #path: Progress[] = $state.raw([]); // empty: not wanted, or not asked yet
  #refused = $state(false);
  readonly #table: string;
  readonly #steps: () => Step[];
  readonly #moves: () => Move[];
  readonly #game: () => string;

  constructor(table: string, steps: () => Step[], moves: () => Move[], game: () => string) {
    this.#table = table;
    this.#steps = steps;
    this.#moves = moves;
    this.#game = game;
    this.#path = load().tables[table] ?? [];
  }

  readonly #now = $derived.by(() => this.#path.at(-1));
  readonly #at = $derived.by(() =>
    this.#now ? current(this.#steps(), this.#now, this.#moves()) : -1,
  );
  readonly step = $derived.by(() => this.#steps()[this.#at] ?? null);
  readonly number = $derived.by(() => this.#at + 1);
  readonly count = $derived.by(() => this.#steps().length);
  /** The last step has been taken. */
  readonly finished = $derived.by(() => this.#now !== undefined && this.#now.at >= this.count);
  /** Somebody who has not moved yet may want one. */
  readonly offered = $derived.by(
    () =>
      !this.#path.length &&
      !this.#refused &&
      this.count > 0 &&
      this.#moves().length > 0 &&
      !load().no.includes(this.#game()),
  );

  /** The pieces that the step points out. */
  pointed(scene: Scene | null): Set<string> {
    const { step } = this;
    if (!step || !scene) return new Set();
    const meant = this.#moves().filter((move) => fits(step, move));
    const spots = new Set(step.spots.length || meant.length !== 1 ? step.spots : said(meant[0]!));
    const pieces = scene.panels.flatMap(({ sprites }) => sprites);
    return new Set(pieces.filter(({ spot }) => spots.has(spot)).map(({ id }) => id));
  }

  begin(): void {
    this.#walk([START]);
  }

  /** On from a step that was only to be read. */
  next(): void {
    this.#walk([...this.#path, { at: this.#at + 1, missed: 0 }]);
  }

  played(move: Move): void {
    const now = this.#now;
    if (now) this.#walk([...this.#path, after(this.#steps(), now, this.#moves(), move)]);
  }

  /** A move was taken back. */
  back(): void {
    if (this.#path.length > 1) this.#walk(this.#path.slice(0, -1));
  }

  leave(): void {
    this.#refused = true;
    this.#walk([]);
  }

  /** Not in this game, and not next time. */
  refuse(): void {
    const kept = load();
    this.#refused = true;
    keep({ ...kept, no: [...new Set([...kept.no, this.#game()])] });
  }

  #walk(path: Progress[]): void {
    this.#path = path;
    const kept = load();
    const tables = path.length ? { [this.#table]: path } : {};
    keep({ ...kept, tables });
  }
}

function said(move: Move): string[] {
  return [...Object.keys(move.spots), ...move.aims];
}
