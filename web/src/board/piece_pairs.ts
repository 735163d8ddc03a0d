/**
 * Pairs the pieces of a new scene with those of the old one. Ids are not enough: equal pieces (two
 * cards of one kind) get new numbers in every scene, so ids alone could swap two cards for nothing.
 * Ids are used unless a pairing by place moves clearly less.
 */
export interface PlacedPiece {
  id: string;
  art: string;
  panel: string;
  x: number;
  y: number;
  place: string; // all visible properties: panel, position, size, turn, art
}

const OTHER_PANEL = 1; // cost of a piece that goes to another panel
const SAME_PANEL = 0.3; // cost of a piece that moves within its panel
const TRUST_IN_IDS = 0.5; // ids are used if they cost at most this much more

export type Pairs = Map<string, string>; // id now → id before

/** `shiitake.3` is the third shiitake: pieces that differ only in the number are alike. */
export function family(id: string): string {
  return id.replace(/\.\d+$/, "");
}

export function pairPieces(before: readonly PlacedPiece[], after: readonly PlacedPiece[]): Pairs {
  const pairs: Pairs = new Map();
  const old = byFamily(before);
  for (const [name, now] of byFamily(after)) {
    const then = old.get(name) ?? [];
    const byId = pairById(then, now);
    const byPlace = pairByPlace(then, now);
    const chosen = cost(byId, then, now) <= cost(byPlace, then, now) + TRUST_IN_IDS ? byId : byPlace;
    for (const [id, was] of chosen) pairs.set(id, was);
  }
  return pairs;
}

function byFamily(pieces: readonly PlacedPiece[]): Map<string, PlacedPiece[]> {
  const groups = new Map<string, PlacedPiece[]>();
  for (const piece of pieces) {
    const name = family(piece.id);
    groups.set(name, [...(groups.get(name) ?? []), piece]);
  }
  return groups;
}

function pairById(then: PlacedPiece[], now: PlacedPiece[]): Pairs {
  const known = new Set(then.map((piece) => piece.id));
  return new Map(now.filter(({ id }) => known.has(id)).map(({ id }) => [id, id]));
}

/** Pair equal pieces in the same place first, then the nearest of the same art, then any. */
function pairByPlace(then: PlacedPiece[], now: PlacedPiece[]): Pairs {
  const pairs: Pairs = new Map();
  const free = new Set(then);
  const waiting = new Set(now);
  const take = (fits: (was: PlacedPiece, is: PlacedPiece) => boolean): void => {
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

function distance(was: PlacedPiece, is: PlacedPiece): number {
  return Math.hypot(was.x - is.x, was.y - is.y) + (was.panel === is.panel ? 0 : 10_000);
}

function cost(pairs: Pairs, then: PlacedPiece[], now: PlacedPiece[]): number {
  const old = new Map(then.map((piece) => [piece.id, piece]));
  let total = 0;
  for (const piece of now) {
    const was = old.get(pairs.get(piece.id) ?? "");
    if (!was) total += OTHER_PANEL;
    else if (was.panel !== piece.panel) total += OTHER_PANEL;
    else if (was.place !== piece.place) total += SAME_PANEL;
  }
  return total;
}
