import type { Move, Step } from "./wire";

/** Which steps of a guide have been taken. A step is shown while a move that it means can be made;
 * whoever does something else twice has passed it over. core/guide.py tells the same in words. */
export interface Progress {
  at: number; // the first step not yet taken
  missed: number; // how often something else was done instead
}

export const START: Progress = { at: 0, missed: 0 };
const PATIENCE = 2;

export function fits(step: Step, move: Move): boolean {
  return step.moves.some((pattern) => glob(pattern).test(move.id));
}

function glob(pattern: string): RegExp {
  const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`);
}

/** The step to show now: the next one for which there is a move, or that is only to be read. */
export function current(steps: readonly Step[], { at }: Progress, moves: readonly Move[]): number {
  if (!moves.length) return -1;
  for (let i = at; i < steps.length; i++) {
    const step = steps[i]!;
    if (!step.moves.length || moves.some((move) => fits(step, move))) return i;
  }
  return -1;
}

/** After a move: on to the next step, if it was meant, or if something else was done too often. */
export function after(
  steps: readonly Step[],
  now: Progress,
  moves: readonly Move[],
  move: Move,
): Progress {
  let i = current(steps, now, moves);
  while (i >= 0 && !steps[i]!.moves.length) i = current(steps, { at: i + 1, missed: 0 }, moves);
  const step = steps[i];
  if (!step) return now;
  if (fits(step, move)) return { at: i + 1, missed: 0 };
  const missed = (i === now.at ? now.missed : 0) + 1;
  return missed < PATIENCE ? { at: i, missed } : { at: i + 1, missed: 0 };
}
