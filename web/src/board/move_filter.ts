import type { Move } from "../lib/wire";

/**
 * Filters the legal moves by the picked spots. A move lists its spots with a count for each
 * (`spots`), and optional targets (`aims`). A move *remains* while it contains all picks. It is
 * *complete* when each of its spots has been picked as often as its count says.
 */
export interface Pick {
  spot: string;
  sprite: string;
}

const MIN_LINES = 5; // lines of a verb that are always shown

export type PickCounts = Map<string, number>;

export function countPicks(picks: readonly Pick[]): PickCounts {
  const have: PickCounts = new Map();
  for (const { spot } of picks) have.set(spot, (have.get(spot) ?? 0) + 1);
  return have;
}

/** How often a spot may be picked for a move. */
function room(move: Move, spot: string): number {
  return move.spots[spot] ?? (move.aims.includes(spot) ? 1 : 0);
}

export function remainingMoves(moves: readonly Move[], have: PickCounts): Move[] {
  return moves.filter((move) => [...have].every(([spot, n]) => room(move, spot) >= n));
}

export function isComplete(move: Move, have: PickCounts): boolean {
  return Object.entries(move.spots).every(([spot, n]) => have.get(spot) === n);
}

/** Spots that can take one more pick. */
export function openSpots(moves: readonly Move[], have: PickCounts): Set<string> {
  const spots = new Set<string>();
  for (const move of moves) {
    for (const spot of [...Object.keys(move.spots), ...move.aims]) {
      if (room(move, spot) > (have.get(spot) ?? 0)) spots.add(spot);
    }
  }
  return spots;
}

/** Are these variants of one move, which differ only in how the piece lies? */
export function areVariants(moves: readonly Move[]): boolean {
  const [first] = moves;
  const same = (move: Move): boolean =>
    move.ghosts.length > 0 &&
    move.verb === first?.verb &&
    Object.keys(move.spots).length === Object.keys(first.spots).length;
  return moves.every(same);
}

export interface Group {
  verb: string;
  moves: Move[]; // the first of them
  more: number; // how many are not in the list
}

/** A short list: the first moves of each verb, about `most` in all. `wanted` moves come first, and
 * `opened` verbs get more lines. */
export function shortList(
  moves: readonly Move[],
  wanted: ReadonlySet<Move>,
  most: number,
  opened: ReadonlyMap<string, number> = new Map(),
): Group[] {
  const groups = byVerb(moves);
  const short = moves.length <= most;
  const each = Math.max(MIN_LINES, Math.floor(most / Math.max(1, groups.length)));
  return groups.map(([verb, all]) => {
    const room = short ? all.length : each + (opened.get(verb) ?? 0);
    if (all.length <= room + 1) return { verb, moves: all, more: 0 }; // "1 more" would take a line as well
    const first = all.filter((move) => wanted.has(move));
    const shown = [...first, ...all.filter((move) => !wanted.has(move))].slice(0, room);
    return { verb, moves: shown, more: all.length - shown.length };
  });
}

/** Moves grouped by verb, in order of first appearance. */
export function byVerb(moves: readonly Move[]): [string, Move[]][] {
  const groups = new Map<string, Move[]>();
  for (const move of moves) {
    const group = groups.get(move.verb);
    if (group) group.push(move);
    else groups.set(move.verb, [move]);
  }
  return [...groups];
}

/** A move's words without the verb, for use under a heading with the verb. */
export function withoutVerb(move: Move): string {
  const { words, verb } = move;
  if (!words.toLowerCase().startsWith(`${verb.toLowerCase()} `)) return words;
  const rest = words.slice(verb.length).trimStart();
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** The pieces a move would use: picked ones first, then others of the same spot. */
export function piecesOf(
  move: Move,
  picks: readonly Pick[],
  sprites: readonly { id: string; spot: string }[],
  withAims = true,
): Pick[] {
  const wanted = Object.entries(move.spots);
  if (withAims) wanted.push(...move.aims.map((aim): [string, number] => [aim, 1]));
  return wanted.flatMap(([spot, n]) => {
    const mine = picks.filter((pick) => pick.spot === spot);
    const others = sprites
      .filter((s) => s.spot === spot && !mine.some((pick) => pick.sprite === s.id))
      .map((s) => ({ spot, sprite: s.id }));
    return [...mine, ...others].slice(0, n);
  });
}
