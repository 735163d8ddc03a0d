import type { Move } from "./wire";

/**
 * Narrowing. A move is said by a multiset of spots (`spots`: which, and how many), and may also be
 * said by its `aims` (where it goes). Picks are a multiset of clicks. A move is *left* while it
 * contains all picks, and *said* when each of its spots has been picked as often as it asks.
 */
export interface Pick {
  spot: string;
  sprite: string;
}

const LEAST = 5; // lines of a verb that are always shown

export type Have = Map<string, number>;

export function tally(picks: readonly Pick[]): Have {
  const have: Have = new Map();
  for (const { spot } of picks) have.set(spot, (have.get(spot) ?? 0) + 1);
  return have;
}

/** How often a spot may be picked on the way to a move. */
function room(move: Move, spot: string): number {
  return move.spots[spot] ?? (move.aims.includes(spot) ? 1 : 0);
}

export function left(moves: readonly Move[], have: Have): Move[] {
  return moves.filter((move) => [...have].every(([spot, n]) => room(move, spot) >= n));
}

export function said(move: Move, have: Have): boolean {
  return Object.entries(move.spots).every(([spot, n]) => have.get(spot) === n);
}

/** Spots where one more click still leads to a move. */
export function open(moves: readonly Move[], have: Have): Set<string> {
  const spots = new Set<string>();
  for (const move of moves) {
    for (const spot of [...Object.keys(move.spots), ...move.aims]) {
      if (room(move, spot) > (have.get(spot) ?? 0)) spots.add(spot);
    }
  }
  return spots;
}

/** Do these moves differ only in what they lay down? */
export function dials(moves: readonly Move[]): boolean {
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

/** A list that can be read: of each verb the first moves, about `most` in all. `wanted` are shown
 * before others, and `opened` verbs at greater length. */
export function abridged(
  moves: readonly Move[],
  wanted: ReadonlySet<Move>,
  most: number,
  opened: ReadonlyMap<string, number> = new Map(),
): Group[] {
  const groups = byVerb(moves);
  const short = moves.length <= most;
  const each = Math.max(LEAST, Math.floor(most / Math.max(1, groups.length)));
  return groups.map(([verb, all]) => {
    const room = short ? all.length : each + (opened.get(verb) ?? 0);
    if (all.length <= room + 1) return { verb, moves: all, more: 0 }; // the line would be no shorter
    const first = all.filter((move) => wanted.has(move));
    const shown = [...first, ...all.filter((move) => !wanted.has(move))].slice(0, room);
    return { verb, moves: shown, more: all.length - shown.length };
  });
}

/** Moves in groups of one verb, in the order in which the verbs first appear. */
export function byVerb(moves: readonly Move[]): [string, Move[]][] {
  const groups = new Map<string, Move[]>();
  for (const move of moves) {
    const group = groups.get(move.verb);
    if (group) group.push(move);
    else groups.set(move.verb, [move]);
  }
  return [...groups];
}

/** A move's words under a heading that already says the verb. */
export function brief(move: Move): string {
  const { words, verb } = move;
  if (!words.toLowerCase().startsWith(`${verb.toLowerCase()} `)) return words;
  const rest = words.slice(verb.length).trimStart();
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** The pieces a move would take: those picked already, then others of the same spot. */
export function pieces(
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
