import { expect, test } from "vitest";
import { applyChange } from "../../src/table/scene_change";
import { fill } from "../../src/lib/decode";

const before = fill("Scene", {
  game: "x",
  title: "X",
  prompt: "",
  panels: [
    { id: "board", title: "Board", area: "board", sprites: ["a", "b", "c", "d"].map((id) => ({ id })) },
    { id: "hand", title: "Hand", area: "mine", sprites: [{ id: "e" }] },
  ],
});

test("panels that are only named and runs of sprites are taken from the scene before", () => {
  const change = fill("Change", {
    game: "x",
    title: "X",
    prompt: "Now",
    panels: [
      "hand",
      { id: "board", title: "Board", area: "board", sprites: [[2, 2], { id: "b", slot: 3 }, [0, 1]] },
      { id: "new", title: "New", area: "board", sprites: [{ id: "f" }] },
    ],
  });
  const after = applyChange(change, before);
  expect(after.prompt).toBe("Now");
  expect(after.panels.map((panel) => panel.id)).toEqual(["hand", "board", "new"]);
  expect(after.panels[0]).toBe(before.panels[1]);
  expect(after.panels[1]?.sprites.map((sprite) => sprite.id)).toEqual(["c", "d", "b", "a"]);
  expect(after.panels[1]?.sprites[2]?.slot).toBe(3);
});

test("a complete scene needs no scene before it", () => {
  expect(applyChange(fill("Change", { ...before }), null)).toEqual(before);
});
