import { expect, it } from "vitest";
import { reconstructions } from "../../src/board/reconstructed";
import { fill } from "../../src/lib/decode";
import { panel } from "../helpers";

const sprite = (id: string, reconstructed: string) => fill("Sprite", { id, reconstructed });

it("says each sentence once", () => {
  const notes = [fill("Note", { title: "N", text: "n", reconstructed: "Both." })];
  const sprites = [sprite("a", ""), sprite("b", "One."), sprite("c", "One."), sprite("d", "Both.")];
  expect(reconstructions(panel({ sprites, notes }))).toEqual(["One.", "Both."]);
  expect(reconstructions(panel({ sprites: [sprite("a", "")] }))).toEqual([]);
});

it("says one sentence for a panel that is one as a whole", () => {
  const all = panel({ sprites: [sprite("b", "One.")], reconstructed: "All of it." });
  expect(reconstructions(all)).toEqual(["All of it."]);
});
