/**
 * Which piece of the new scene was which of the old one. Ids say so, but like pieces (two cards of
 * one kind) are numbered afresh in every scene, so an id alone may send two of them across the
 * table for nothing. Among like pieces the ids count unless another reading moves clearly less.
 */
export interface Placed {
  id: string;
  art: string;
  panel: string;
  x: number;
  y: number;
  place: string; // everything that would be seen to change: panel, position, size, turn, art
}

const ACROSS = 1; // cost of a piece that goes to another panel
const ALONG = 0.3; // … that moves within its panel
const DOUBT = 0.5; // ids are believed if they cost at most this much more

export type Pairs = Map<string, string>; // id now → id before

/** `shiitake.3` is the third shiitake: pieces that differ only in the number are alike. */
export function family(id: string): string {
  return id.replace(/\.\d+$/, "");
}

export function match(before: readonly Placed[], after: readonly Placed[]): Pairs {
  const pairs: Pairs = new Map();
  const old = grouped(before);
  for (const [name, now] of grouped(after)) {
    const then = old.get(name) ?? [];
    const byId = trusting(then, now);
    const byPlace = thrifty(then, now);
    const chosen = cost(byId, then, now) <= cost(byPlace, then, now) + DOUBT ? byId : byPlace;
    for (const [id, was] of chosen) pairs.set(id, was);
  }
  return pairs;
}

function grouped(pieces: readonly Placed[]): Map<string, Placed[]> {
  const groups = new Map<string, Placed[]>();
  for (const piece of pieces) {
    const name = family(piece.id);
    groups.set(name, [...(groups.get(name) ?? []), piece]);
  }
  return groups;
}

function trusting(then: Placed[], now: Placed[]): Pairs {
  const known = new Set(then.map((piece) => piece.id));
  return new Map(now.filter(({ id }) => known.has(id)).map(({ id }) => [id, id]));
}

/** What looks the same in the same place stays; then the nearest of the same art; then any. */
function thrifty(then: Placed[], now: Placed[]): Pairs {
  const pairs: Pairs = new Map();
  const free = new Set(then);
  const waiting = new Set(now);
  const take = (fits: (was: Placed, is: Placed) => boolean): void => {
    const options = [...waiting].flatMap((is) =>
      [...free].filter((was) => fits(was, is)).map((was) => ({ was, is, far: distance(was, is) })),
    );
    options.sort((a, b) => a.far - b.far);
    for (const { was, is } of options) {
      if (!free.has(was) || !waiting.has(is)) continue;
      pairs.set(is.id, was.id);
      free.delete(was);
      waiting.delete(is);
    }
  };
  take((was, is) => was.place === is.place);
  take((was, is) => was.art === is.art);
  take(() => true);
  return pairs;
}

function distance(was: Placed, is: Placed): number {
  return Math.hypot(was.x - is.x, was.y - is.y) + (was.panel === is.panel ? 0 : 10_000);
}

function cost(pairs: Pairs, then: Placed[], now: Placed[]): number {
  const old = new Map(then.map((piece) => [piece.id, piece]));
  let total = 0;
  for (const piece of now) {
    const was = old.get(pairs.get(piece.id) ?? "");
    if (!was) total += ACROSS;
    else if (was.panel !== piece.panel) total += ACROSS;
    else if (was.place !== piece.place) total += ALONG;
  }
  return total;
}
