import { describe, expect, it } from "vitest";
import cases from "../../../tests/drawing/flow_cases.json";
import { flow } from "../../src/board/flow";
import { panel } from "../helpers";

interface Case {
  panel: object;
  width: number;
  flow: { scale: number; width: number; height: number; centres: number[][] };
}

describe("flow", () => {
  it.each(cases as Case[])(
    "lays out as scene.py does (%#)",
    ({ panel: row, width, flow: wanted }) => {
      const laid = flow(panel(row), width);
      expect(laid.scale).toBeCloseTo(wanted.scale, 9);
      expect(laid.width).toBeCloseTo(wanted.width, 6);
      expect(laid.height).toBeCloseTo(wanted.height, 6);
      expect(laid.centres).toHaveLength(wanted.centres.length);
      laid.centres.forEach(([x, y], i) => {
        expect(x).toBeCloseTo(wanted.centres[i]?.[0] ?? NaN, 6);
        expect(y).toBeCloseTo(wanted.centres[i]?.[1] ?? NaN, 6);
      });
    },
  );
});
