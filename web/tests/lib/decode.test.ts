import { expect, it } from "vitest";
import { fill, decodeMessage } from "../../src/lib/decode";

it("fills in what was left off, however deep", () => {
  const scene = fill("Scene", {
    game: "g",
    title: "G",
    prompt: "?",
    panels: [{ id: "p", title: "P", area: "board", sprites: [{ id: "a", x: 3 }] }],
  });
  expect(scene.moves).toEqual([]);
  expect(scene.panels[0]?.least).toBe(60);
  expect(scene.panels[0]?.sprites[0]).toMatchObject({
    id: "a",
    x: 3,
    y: 0,
    w: 100,
    slot: -1,
    halo: "disc",
  });
});

it("reads lists of lists of spans", () => {
  const { blocks } = fill("Rulebook", {
    title: "R",
    blocks: [{ kind: "table", rows: [[[{ text: "a" }], [{ text: "b", strong: true }]]] }],
  });
  expect(blocks[0]?.rows[0]?.[1]?.[0]).toEqual({
    text: "b",
    strong: true,
    em: false,
    code: false,
    href: "",
  });
});

it("knows a message by its type and ignores others", () => {
  expect(decodeMessage('{"type":"refused","id":"x","text":"no"}')).toMatchObject({
    rule: "",
    stale: false,
  });
  expect(decodeMessage('{"type":"chairs","chairs":[{"seat":0,"kind":"open","name":""}]}')).toMatchObject({
    asking: -1,
    chairs: [{ mine: false }],
  });
  expect(decodeMessage('{"type":"weather"}')).toBeNull();
  expect(decodeMessage("[]")).toBeNull();
});
