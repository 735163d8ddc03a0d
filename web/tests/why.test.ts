import { expect, it } from "vitest";
import { Meant } from "../src/lib/why";
import { move } from "./helpers";

it("asks about the move that a click would have been", () => {
  const meant = new Meant();
  meant.learn([
    move("take place=1", { "path:1": 1 }),
    move("sell kind=shiitake day=2", { "hand:shiitake": 2 }),
  ]);
  expect(meant.guess("path:8")).toBe("take place=8");
  expect(meant.guess("hand:butter")).toBe("sell kind=butter day=2");
});

it("has no guess about what it has never seen", () => {
  const meant = new Meant();
  meant.learn([move("gather", { decay: 1 })]);
  expect(meant.guess("path:8")).toBe("");
  expect(meant.guess("decay")).toBe("");
});
