import { moving, settings } from "./settings.svelte";
import { pace, sleep } from "./stage.svelte";
import { announce } from "./voice.svelte";
import type { Counted, Scene } from "./wire";
import { words } from "./words";

const LONGEST = 1000; // ms for one step
const SHORTEST = 320;
const WHOLE = 14_000; // ms for a whole count, if it has many steps
const SETTLE = 50; // ms until rings are drawn, and what flew before is gone
const SVG = "http://www.w3.org/2000/svg";

/** Shows how points were counted: step by step the pieces ring, points fly to the score, a line
 * says what for, and the total runs up. Where nothing may move, it is a plain list. */
export class Walk {
  step: Counted | null = $state.raw(null); // being shown
  list: Counted[] = $state.raw([]); // to be read at leisure
  #owed: Map<number, number> = $state.raw(new Map()); // points not yet counted, by seat
  #skipped = false;
  #wake: (() => void) | null = null;

  /** The pieces of the step. */
  readonly ringed = $derived.by(() => new Set(this.step?.sprites ?? []));

  get running(): boolean {
    return this.step !== null;
  }

  /** A total as it is shown at this moment. */
  total(seat: number, total: number): number {
    return total - (this.#owed.get(seat) ?? 0);
  }

  /** What is shown before a scene, so that its totals do not run ahead of the count. */
  prepare(steps: readonly Counted[], before: Scene | null, after: Scene): void {
    this.list = [];
    this.#skipped = false;
    this.#owed = owed(steps, before, after);
  }

  async play(steps: readonly Counted[]): Promise<void> {
    const still = !moving() || document.hidden || settings.speed === "skip";
    const each = Math.max(SHORTEST, Math.min(LONGEST, WHOLE / steps.length)) / pace();
    for (const step of still ? [] : steps) {
      if (this.#skipped) break;
      this.step = step;
      announce(words.countedStep(step.text, step.points));
      await sleep(SETTLE);
      fly(step, each);
      await this.#rest(each * 0.75);
      this.#pay(step);
      await this.#rest(each * 0.25);
    }
    this.step = null;
    this.#owed = new Map();
    if (!moving()) this.list = [...steps];
  }

  skip(): void {
    this.#skipped = true;
    this.#wake?.();
  }

  clear(): void {
    this.skip();
    this.list = [];
    this.#owed = new Map();
  }

  #pay(step: Counted): void {
    const left = new Map(this.#owed);
    if (left.has(step.seat)) left.set(step.seat, (left.get(step.seat) ?? 0) - step.points);
    this.#owed = left;
  }

  #rest(ms: number): Promise<void> {
    if (this.#skipped) return Promise.resolve();
    return new Promise((done) => {
      const timer = setTimeout(done, ms);
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = null;
        done();
      };
    });
  }
}

/** The points that are still to be counted: only where they add up to how the total has changed. */
export function owed(
  steps: readonly Counted[],
  before: Scene | null,
  after: Scene,
): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { seat, points } of steps) sums.set(seat, (sums.get(seat) ?? 0) + points);
  for (const [seat, sum] of sums) {
    const was = before?.scores.find((score) => score.seat === seat)?.total;
    const is = after.scores.find((score) => score.seat === seat)?.total;
    if (was === undefined || is === undefined || was + sum !== is) sums.delete(seat);
  }
  return sums;
}

/** The points of a step, from its pieces to the score. */
function fly(step: Counted, ms: number): void {
  const layer = document.querySelector<SVGSVGElement>("svg.flights");
  const goal = document.querySelector(`[data-score="${step.seat}"]`)?.getBoundingClientRect();
  const pieces = step.sprites.flatMap((id) => {
    const found = document.querySelector(`[data-sprite="${CSS.escape(id)}"]`);
    return found?.checkVisibility() ? [found.getBoundingClientRect()] : [];
  });
  if (!layer || !goal || !pieces.length || !step.points) return;
  const x = mean(pieces.map((box) => box.x + box.width / 2));
  const y = mean(pieces.map((box) => box.y + box.height / 2));
  const text = document.createElementNS(SVG, "text");
  text.setAttribute("class", "earned");
  text.textContent = words.earned(step.points);
  layer.append(text);
  const put = (a: number, b: number, size: number): string =>
    `translate(${a}px, ${b}px) scale(${size})`;
  const flight = text.animate(
    [
      { transform: put(x, y, 0.6), opacity: 0 },
      { transform: put(x, y - 14, 1.15), opacity: 1, offset: 0.25 },
      { transform: put(x, y - 18, 1.1), opacity: 1, offset: 0.45, easing: "ease-in" },
      {
        transform: put(goal.x + goal.width / 2, goal.y + goal.height / 2, 0.6),
        opacity: 0.9,
      },
    ],
    { duration: ms * 0.8, fill: "both" },
  );
  flight.onfinish = flight.oncancel = () => text.remove();
}

function mean(numbers: number[]): number {
  return numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
}
