import { describe, expect, it } from "vitest";
import { family, pairPieces, type PlacedPiece } from "../../src/board/piece_pairs";

function at(id: string, panel: string, x: number, art = "card"): PlacedPiece {
  return { id, art, panel, x, y: 0, place: [panel, x, art].join("|") };
}

function pairs(before: PlacedPiece[], after: PlacedPiece[]): Record<string, string> {
  return Object.fromEntries(pairPieces(before, after));
}

describe("matching", () => {
  it("knows like pieces by their ids", () => {
    expect(family("shiitake.3")).toBe("shiitake");
    expect(family("hand0.dealt.2")).toBe("hand0.dealt");
    expect(family("skillet0")).toBe("skillet0");
  });

  it("believes ids when they explain what happened", () => {
    // one honey fungus of the path is taken, the other slides into its place
    const before = [at("honey.0", "forest", 3), at("honey.1", "forest", 4)];
    const after = [at("honey.0", "hand", 1), at("honey.1", "forest", 3)];
    expect(pairs(before, after)).toEqual({ "honey.0": "honey.0", "honey.1": "honey.1" });
  });

  it("does not send two like cards across the table when their numbers were exchanged", () => {
    const before = [at("honey.0", "forager1", 1), at("honey.1", "forest", 4)];
    const after = [at("honey.0", "forest", 3), at("honey.1", "forager1", 1)];
    expect(pairs(before, after)).toEqual({ "honey.0": "honey.1", "honey.1": "honey.0" });
  });

  it("lets what lies still lie still", () => {
    const before = [0, 1, 2, 3].map((n) => at(`honey.${n}`, n < 2 ? "hand" : "forest", n));
    const after = [
      at("honey.0", "pan", 9, "chip"),
      at("honey.1", "hand", 0),
      at("honey.2", "hand", 1),
      at("honey.3", "forest", 2),
    ];
    const found = pairs(before, after);
    expect(found["honey.1"]).toBe("honey.0");
    expect(found["honey.2"]).toBe("honey.1");
    expect(found["honey.3"]).toBe("honey.2");
    expect(found["honey.0"]).toBe("honey.3");
  });

  it("turns cards into chips by their ids", () => {
    const before = [0, 1, 2, 3].map((n) => at(`shiitake.${n}`, "hand", n));
    const after = [
      ...[0, 1, 2].map((n) => at(`shiitake.${n}`, "kitchen", n, "chip")),
      at("shiitake.3", "hand", 1.5),
    ];
    const found = pairs(before, after);
    expect(new Set(Object.values(found)).size).toBe(4);
    expect(Object.keys(found)).toHaveLength(4);
  });

  it("pairs nothing with nothing", () => {
    expect(pairs([], [at("moon.0", "forest", 8)])).toEqual({});
    expect(pairs([at("moon.0", "forest", 8)], [])).toEqual({});
  });
});
