import { motionAllowed, settings } from "../settings/settings.svelte";
import { speedFactor, sleep } from "../board/scene_store.svelte";
import { announce } from "../lib/announcer.svelte";
import type { Counted, Scene } from "../lib/wire";
import { words } from "../lib/words";

const LONGEST_STEP = 1000; // ms for one step
const SHORTEST_STEP = 320;
const WHOLE_COUNT = 14_000; // ms for a whole count, if it has many steps
const SETTLE = 50; // ms until rings are drawn and earlier animations are gone
const SVG = "http://www.w3.org/2000/svg";

/** Shows step by step how points were scored: pieces are ringed, points fly to the score, and the
 * total grows. Without animations it is a plain list. */
export class ScorePlayback {
  step: Counted | null = $state.raw(null); // being shown
  list: Counted[] = $state.raw([]); // all steps, if animations are off
  #pending: Map<number, number> = $state.raw(new Map()); // points not yet counted, by seat
  #skipped = false;
  #wake: (() => void) | null = null;

  /** The pieces of the step. */
  readonly ringed = $derived.by(() => new Set(this.step?.sprites ?? []));

  get running(): boolean {
    return this.step !== null;
  }

  /** The total on screen now. */
  total(seat: number, total: number): number {
    return total - (this.#pending.get(seat) ?? 0);
  }

  /** Called before a new scene, so that its totals do not run ahead of the playback. */
  prepare(steps: readonly Counted[], before: Scene | null, after: Scene): void {
    this.list = [];
    this.#skipped = false;
    this.#pending = pendingPoints(steps, before, after);
  }

  async play(steps: readonly Counted[]): Promise<void> {
    const still = !motionAllowed() || document.hidden || settings.speed === "skip";
    const each = Math.max(SHORTEST_STEP, Math.min(LONGEST_STEP, WHOLE_COUNT / steps.length)) / speedFactor();
    for (const step of still ? [] : steps) {
      if (this.#skipped) break;
      this.step = step;
      announce(words.countedStep(step.text, step.points));
      await sleep(SETTLE);
      animatePoints(step, each);
      await this.#wait(each * 0.75);
      this.#addPoints(step);
      await this.#wait(each * 0.25);
    }
    this.step = null;
    this.#pending = new Map();
    if (!motionAllowed()) this.list = [...steps];
  }

  skip(): void {
    this.#skipped = true;
    this.#wake?.();
  }

  clear(): void {
    this.skip();
    this.list = [];
    this.#pending = new Map();
  }

  #addPoints(step: Counted): void {
    const left = new Map(this.#pending);
    if (left.has(step.seat)) left.set(step.seat, (left.get(step.seat) ?? 0) - step.points);
    this.#pending = left;
  }

  #wait(ms: number): Promise<void> {
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

/** Points not yet shown, by seat. Only for seats whose steps add up to the change of the total. */
export function pendingPoints(
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

/** Animate the points of a step from its pieces to the score. */
function animatePoints(step: Counted, ms: number): void {
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
