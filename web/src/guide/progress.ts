import type { Move, Step } from "../lib/wire";

/** Progress through a guide. A step is shown while one of its moves is legal. It is skipped after
 * two other moves. core/guide.py describes the same rules. */
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

/** The step to show now: the next one with a legal move, or without moves. */
export function current(steps: readonly Step[], { at }: Progress, moves: readonly Move[]): number {
  if (!moves.length) return -1;
  for (let i = at; i < steps.length; i++) {
    const step = steps[i]!;
    if (!step.moves.length || moves.some((move) => matches(step, move))) return i;
  }
  return -1;
}

/** Progress after a move. Go on if the move fits the step, or after too many others. */
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
  if (matches(step, move)) return { at: i + 1, missed: 0 };
  const missed = (i === now.at ? now.missed : 0) + 1;
  return missed < PATIENCE ? { at: i, missed } : { at: i + 1, missed: 0 };
}
