import { describe, expect, it } from "vitest";
import { after, current, matches, START } from "../../src/guide/progress";
import type { Step } from "../../src/lib/wire";
import { move } from "../helpers";

const step = (...moves: string[]): Step => ({ says: "", why: "", moves, spots: [] });
const lay = move("lay tile=0 place=3", { a: 1 });
const other = move("lay tile=1 place=3", { b: 1 });
const stop = move("stop", {});
const steps = [step("lay tile=0 *"), step(), step("stop"), step("lay tile=1 place=3", "stop")];

describe("a step", () => {
  it("means moves by their words, * for anything", () => {
    expect(matches(steps[0]!, lay)).toBe(true);
    expect(matches(steps[0]!, other)).toBe(false);
    expect(matches(step("*place=3"), other)).toBe(true);
    expect(matches(step("lay (tile)"), lay)).toBe(false);
  });
});

describe("a guide", () => {
  it("goes on when the move that is meant was made", () => {
    expect(current(steps, START, [lay, other])).toBe(0);
    expect(after(steps, START, [lay, other], lay)).toEqual({ at: 1, missed: 0 });
  });
  it("shows what is only to be read, and passes it over with the next move", () => {
    expect(current(steps, { at: 1, missed: 0 }, [stop])).toBe(1);
    expect(after(steps, { at: 1, missed: 0 }, [stop], stop)).toEqual({ at: 3, missed: 0 });
  });
  it("waits for whoever does something else, but not for ever", () => {
    const once = after(steps, START, [lay, other], other);
    expect(once).toEqual({ at: 0, missed: 1 });
    expect(after(steps, once, [lay, other], other)).toEqual({ at: 1, missed: 0 });
  });
  it("passes over what cannot be done now", () => {
    expect(current(steps, { at: 2, missed: 0 }, [other])).toBe(3);
  });
  it("says nothing while one cannot move, and after its last step", () => {
    expect(current(steps, START, [])).toBe(-1);
    expect(current(steps, { at: 4, missed: 0 }, [lay])).toBe(-1);
  });
});
