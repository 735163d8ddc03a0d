import { describe, expect, it, vi } from "vitest";

vi.mock("../../src/settings/settings.svelte", () => ({ motionAllowed: () => true, settings: { speed: "1" } }));
vi.mock("../../src/board/scene_store.svelte", () => ({ speedFactor: () => 1, sleep: () => Promise.resolve() }));
vi.mock("../../src/lib/announcer.svelte", () => ({ announce: () => undefined }));
vi.mock("../../src/lib/words", () => ({ words: {} }));
const { pendingPoints } = await import("../../src/table/score_playback.svelte");

const scene = (...totals: number[]) =>
  ({ scores: totals.map((total, seat) => ({ seat, total })) }) as never;
const step = (seat: number, points: number) => ({ seat, text: "", points, sprites: [] });

describe("points still to be counted", () => {
  it("are those of the steps, by seat", () => {
    const steps = [step(0, 2), step(1, 1), step(0, 3)];
    expect([...pendingPoints(steps, scene(4, 0), scene(9, 1))]).toEqual([
      [0, 5],
      [1, 1],
    ]);
  });
  it("are not run up where they do not add up to the change", () => {
    expect([...pendingPoints([step(0, 2), step(1, 1)], scene(9, 0), scene(9, 1))]).toEqual([[1, 1]]);
    expect(pendingPoints([step(0, 2)], null, scene(2)).size).toBe(0);
  });
});
