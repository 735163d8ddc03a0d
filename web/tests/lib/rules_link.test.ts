import { expect, it } from "vitest";
import { anchor, rulesLink } from "../../src/lib/rules_link";

it("names a heading in an address", () => {
  expect(anchor("What is known about the components")).toBe("what-is-known-about-the-components");
  expect(anchor("R1.1 The tiles")).toBe("R1.1");
  expect(anchor("#4 Who begins?")).toBe("4-who-begins");
});

it("links to a game, or to a place in its rules", () => {
  expect(rulesLink("a_game")).toBe("/rules/a_game");
  expect(rulesLink("a_game", "R1.1")).toBe("/rules/a_game#R1.1");
});
