import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EventQueue } from "../../src/table/event_queue";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function pace(pause = 1000): { shown: string[]; waiting: number[]; pace: EventQueue<string> } {
  const shown: string[] = [];
  const waiting: number[] = [];
  return {
    shown,
    waiting,
    pace: new EventQueue(
      async (item, fast) => {
        shown.push(fast ? `${item}!` : item);
      },
      () => pause,
      (n) => waiting.push(n),
    ),
  };
}

it("shows one after the other, with a pause between", async () => {
  const one = pace();
  for (const item of ["a", "b", "c"]) one.pace.push(item);
  await vi.advanceTimersByTimeAsync(0);
  expect(one.shown).toEqual(["a"]);
  await vi.advanceTimersByTimeAsync(999);
  expect(one.shown).toEqual(["a"]);
  await vi.advanceTimersByTimeAsync(1001);
  expect(one.shown).toEqual(["a", "b", "c"]);
  await vi.advanceTimersByTimeAsync(0);
  expect(one.waiting.at(-1)).toBe(0);
});

it("does not rest where there is no pause", async () => {
  const one = pace(0);
  for (const item of ["a", "b", "c"]) one.pace.push(item);
  await Promise.resolve();
  await Promise.resolve();
  await Promise.resolve();
  expect(one.shown).toEqual(["a", "b", "c"]);
  expect(vi.getTimerCount()).toBe(0);
});

it("shows the rest at once when somebody skips", async () => {
  const one = pace();
  for (const item of ["a", "b", "c"]) one.pace.push(item);
  await vi.advanceTimersByTimeAsync(10);
  one.pace.skip();
  await vi.advanceTimersByTimeAsync(0);
  expect(one.shown).toEqual(["a", "b!", "c!"]);
  one.pace.push("d");
  await vi.advanceTimersByTimeAsync(0);
  expect(one.shown.at(-1)).toBe("d");
});
