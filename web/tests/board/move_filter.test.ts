import { describe, expect, it } from "vitest";
import { shortList, withoutVerb, byVerb, areVariants, remainingMoves, openSpots, piecesOf, isComplete, countPicks, type Pick } from "../../src/board/move_filter";
import { move } from "../helpers";

const moves = [
  move("take place=1", { "path:1": 1 }),
  move("sell kind=shiitake day=2", { "hand:shiitake": 2 }, { aims: ["sticks"] }),
  move("sell kind=shiitake day=3", { "hand:shiitake": 3 }, { aims: ["sticks"] }),
  move("cook kind=shiitake day=3", { "hand:shiitake": 3 }, { aims: ["pan"] }),
  move("cook kind=shiitake day=4", { "hand:shiitake": 4 }, { aims: ["pan"] }),
  move(
    "cook kind=shiitake day=4 butter=1",
    { "hand:shiitake": 4, "hand:butter": 1 },
    { aims: ["pan"] },
  ),
];

function picks(...spots: string[]): Pick[] {
  return spots.map((spot, i) => ({ spot, sprite: `${spot}.${i}` }));
}

function ids(found: { id: string }[]): string[] {
  return found.map((one) => one.id);
}

const shiitake = (n: number): string[] => Array.from({ length: n }, () => "hand:shiitake");

describe("narrowing", () => {
  it("leaves the moves that contain every pick", () => {
    expect(remainingMoves(moves, countPicks([]))).toHaveLength(6);
    expect(ids(remainingMoves(moves, countPicks(picks(...shiitake(4)))))).toEqual([
      "cook kind=shiitake day=4",
      "cook kind=shiitake day=4 butter=1",
    ]);
    expect(remainingMoves(moves, countPicks(picks(...shiitake(5))))).toEqual([]);
  });

  it("calls a move complete when each of its spots is picked often enough", () => {
    const have = countPicks(picks(...shiitake(3)));
    const done = remainingMoves(moves, have).filter((one) => isComplete(one, have));
    expect(ids(done)).toEqual(["sell kind=shiitake day=3", "cook kind=shiitake day=3"]);
  });

  it("narrows by aims, which need not be picked", () => {
    const have = countPicks(picks(...shiitake(3), "pan"));
    const done = remainingMoves(moves, have).filter((one) => isComplete(one, have));
    expect(ids(done)).toEqual(["cook kind=shiitake day=3"]);
  });

  it("opens the spots where one more click leads on", () => {
    expect(openSpots(moves, countPicks([]))).toEqual(
      new Set(["path:1", "hand:shiitake", "sticks", "pan", "hand:butter"]),
    );
    const have = countPicks(picks(...shiitake(4)));
    expect(openSpots(remainingMoves(moves, have), have)).toEqual(new Set(["pan", "hand:butter"]));
  });

  it("groups by verb and does not say the verb twice", () => {
    expect(byVerb(moves).map(([verb, group]) => [verb, group.length])).toEqual([
      ["take", 1],
      ["sell", 2],
      ["cook", 3],
    ]);
    expect(withoutVerb(move("take x", {}, { words: "Take the moon" }))).toBe("The moon");
    expect(withoutVerb(move("lose", {}, { words: "Lose the turn" }))).toBe("The turn");
    expect(withoutVerb(move("pan", {}, { words: "Play an empty pan" }))).toBe("Play an empty pan");
  });

  it("finds the pieces of a move: the picked ones first", () => {
    const sprites = ["a", "b", "c", "d"].map((id) => ({ id, spot: "hand:shiitake" }));
    const chosen = [{ spot: "hand:shiitake", sprite: "c" }];
    const two = moves[1];
    if (!two) throw new Error("there are six");
    expect(piecesOf(two, chosen, sprites).map((pick) => pick.sprite)).toEqual(["c", "a"]);
    const withPile = [...sprites, { id: "counter:sticks", spot: "sticks" }];
    expect(piecesOf(two, [], withPile).map((pick) => pick.sprite)).toEqual([
      "a",
      "b",
      "counter:sticks",
    ]);
    expect(piecesOf(two, [], withPile, false).map((pick) => pick.sprite)).toEqual(["a", "b"]);
  });
});

describe("a dial", () => {
  const ghost = { ghosts: [{ id: "board/g" }] } as never;
  it("needs moves of one verb that lay something down", () => {
    const ways = [0, 1, 2].map((n) => move(`lay turn=${n}`, { a: 1 }, ghost));
    expect(areVariants(ways)).toBe(true);
    expect(areVariants([...ways, move("lay turn=3", { a: 1 })])).toBe(false);
    expect(areVariants([...ways, move("throw turn=3", { a: 1 }, ghost)])).toBe(false);
    expect(areVariants([...ways, move("lay turn=3", { a: 1, b: 1 }, ghost)])).toBe(false);
  });
});

describe("a long list", () => {
  const many = Array.from({ length: 800 }, (_, i) => move(`lay place=${i}`, { [`p:${i}`]: 1 }));
  const few = [move("stop", {})];
  it("shows the first of each verb and says how many there are more", () => {
    const groups = shortList([...many, ...few], new Set(), 60);
    expect(groups.map(({ verb, moves, more }) => [verb, moves.length, more])).toEqual([
      ["lay", 30, 770],
      ["stop", 1, 0],
    ]);
  });
  it("shows complete moves first", () => {
    const said = many[700]!;
    expect(shortList(many, new Set([said]), 60)[0]?.moves[0]).toBe(said);
  });
  it("shows more of a verb that was opened, and all of a short list", () => {
    expect(shortList(many, new Set(), 60, new Map([["lay", 100]]))[0]?.moves).toHaveLength(160);
    expect(shortList(many.slice(0, 60), new Set(), 60)[0]?.more).toBe(0);
  });
});
