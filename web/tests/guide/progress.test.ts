import { describe, expect, it } from "vitest";
import { after, current, done, leftOut, matches, START, type Progress } from "../../src/guide/progress";
import type { Move, Step } from "../../src/lib/wire";
import { move } from "../helpers";

const NONE = -1; // no turns are counted
const step = (...moves: string[]): Step => ({ says: "", why: "", moves, spots: [], turn: NONE, spare: false });
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
    expect(current(steps, START, [lay, other], NONE)).toBe(0);
    expect(after(steps, START, [lay, other], NONE, lay)).toEqual({ at: 1, missed: 0 });
  });
  it("shows what is only to be read, and passes it over with the next move", () => {
    expect(current(steps, { at: 1, missed: 0 }, [stop], NONE)).toBe(1);
    expect(after(steps, { at: 1, missed: 0 }, [stop], NONE, stop)).toEqual({ at: 3, missed: 0 });
  });
  it("waits for whoever does something else, but not for ever", () => {
    const once = after(steps, START, [lay, other], NONE, other);
    expect(once).toEqual({ at: 0, missed: 1 });
    expect(after(steps, once, [lay, other], NONE, other)).toEqual({ at: 1, missed: 0 });
  });
  it("passes over what cannot be done now", () => {
    expect(current(steps, { at: 2, missed: 0 }, [other], NONE)).toBe(3);
  });
  it("says nothing while one cannot move, and after its last step", () => {
    expect(current(steps, START, [], NONE)).toBe(-1);
    expect(current(steps, { at: 4, missed: 0 }, [lay], NONE)).toBe(-1);
  });
});

describe("a guide that counts turns", () => {
  const paint = move("paint", { c: 1 });
  const guide: Step[] = [
    { ...step("lay tile=0 *"), turn: 1 },
    { ...step("lay *"), turn: 1, spare: true },
    { ...step("stop"), turn: 2 },
    { ...step("paint"), turn: 2 },
    { ...step(), turn: 3 },
  ];
  const shown = (at: Progress, moves: Move[], turn: number): [number, boolean] => {
    const i = current(guide, at, moves, turn);
    return [i, leftOut(guide, at, i, turn)];
  };

  it("shows no step of a later turn", () => {
    expect(shown(START, [stop], 1)).toEqual([-1, false]);
  });
  it("has a spare step where the one before it does not fit, and says so", () => {
    expect(shown(START, [other], 1)).toEqual([1, true]);
    expect(shown({ at: 1, missed: 0 }, [stop], 2)).toEqual([2, false]);
  });
  it("goes on with the next turn, whatever was done before", () => {
    expect(shown(START, [stop], 2)).toEqual([2, true]);
    expect(shown({ at: 2, missed: 0 }, [paint], 2)).toEqual([3, true]);
    expect(shown({ at: 2, missed: 0 }, [lay], 2)).toEqual([-1, false]);
  });
  it("ends with what is to be read, whenever that is read", () => {
    expect(shown(START, [lay], 9)).toEqual([4, true]);
    expect(done(guide, { at: 4, missed: 0 }, 9)).toBe(false);
    expect(done(guide, { at: 5, missed: 0 }, 9)).toBe(true);
    expect(done(guide, START, 3)).toBe(false);
  });
});
