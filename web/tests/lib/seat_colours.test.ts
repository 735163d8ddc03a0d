import { expect, it } from "vitest";
import { COLOURS, swapped, wishes } from "../../src/lib/seat_colours.svelte";

it("gives a seat a colour, and its own to whoever had that one", () => {
  expect(swapped(COLOURS, 0, 2)).toEqual([2, 1, 0, 3]);
  expect(swapped(swapped(COLOURS, 0, 2), 2, 1)).toEqual([2, 0, 1, 3]);
  expect(swapped(COLOURS, 1, 1)).toEqual(COLOURS);
});

it("asks for nothing while all is as printed", () => {
  expect(wishes(COLOURS, ["me", "level3"])).toEqual([]);
  expect(wishes(COLOURS, ["me", "me"])).toEqual([]);
});

it("asks for the seats at this screen only", () => {
  const chosen = swapped(COLOURS, 0, 1);
  expect(wishes(chosen, ["me", "level3"])).toEqual([1, -1]);
  expect(wishes(chosen, ["me", "open", "me"])).toEqual([1, -1, 2]);
  expect(wishes(chosen, ["level3", "level3"])).toEqual([]);
});
