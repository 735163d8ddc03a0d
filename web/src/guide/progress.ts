import type { Move, Step } from "../lib/wire";

/** Progress through a guide. A step is shown while one of its moves is legal. It is skipped after
 * two other moves, or when its turn is over. core/guide.py describes the same rules. */
export interface Progress {
  at: number; // the first step not done
  missed: number; // other moves made instead
}

export const START: Progress = { at: 0, missed: 0 };
const PATIENCE = 2;

export function matches(step: Step, move: Move): boolean {
  return step.moves.some((pattern) => glob(pattern).test(move.id));
}

function glob(pattern: string): RegExp {
  const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`);
}

/** Is the turn of a step over? What is to be read is never over. */
function passed(step: Step, turn: number): boolean {
  return step.moves.length > 0 && step.turn > -1 && step.turn < turn;
}

/** The step to show now: the next one of this turn with a legal move, or without moves. `turn` is
 * -1 where the guide does not count turns. */
export function current(
  steps: readonly Step[],
  { at }: Progress,
  moves: readonly Move[],
  turn: number,
): number {
  if (!moves.length) return -1;
  for (let i = at; i < steps.length; i++) {
    const step = steps[i]!;
    if (step.turn > turn) return -1;
    if (passed(step, turn)) continue;
    if (!step.moves.length || moves.some((move) => matches(step, move))) return i;
  }
  return -1;
}

/** Was a step left out on the way to the one that is shown (-1: none is)? Spare ones do not count. */
export function leftOut(steps: readonly Step[], { at }: Progress, shown: number, turn: number): boolean {
  let to = shown;
  if (to < 0) to = steps.findIndex((step, i) => i >= at && step.moves.length && !passed(step, turn));
  return steps
    .slice(at, to < 0 ? steps.length : to)
    .some((step) => step.moves.length > 0 && !step.spare);
}

/** Is there nothing left to do or to read? */
export function done(steps: readonly Step[], { at }: Progress, turn: number): boolean {
  return steps.slice(at).every((step) => passed(step, turn));
}

/** Progress after a move. Go on if the move fits the step, or after too many others. */
export function after(
  steps: readonly Step[],
  now: Progress,
  moves: readonly Move[],
  turn: number,
  move: Move,
): Progress {
  let i = current(steps, now, moves, turn);
  while (i >= 0 && !steps[i]!.moves.length) i = current(steps, { at: i + 1, missed: 0 }, moves, turn);
  const step = steps[i];
  if (!step) return now;
  if (matches(step, move)) return { at: i + 1, missed: 0 };
  const missed = (i === now.at ? now.missed : 0) + 1;
  return missed < PATIENCE ? { at: i, missed } : { at: i + 1, missed: 0 };
}
