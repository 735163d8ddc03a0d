import { expect, it } from "vitest";
import { MoveGuesser } from "../../src/table/move_guess";
import { move } from "../helpers";

it("asks about the move that a click would have been", () => {
  const guesser = new MoveGuesser();
  guesser.learn([
    move("take place=1", { "path:1": 1 }),
    move("sell kind=shiitake day=2", { "hand:shiitake": 2 }),
  ]);
  expect(guesser.guess("path:8")).toBe("take place=8");
  expect(guesser.guess("hand:butter")).toBe("sell kind=butter day=2");
});

it("has no guess about what it has never seen", () => {
  const guesser = new MoveGuesser();
  guesser.learn([move("gather", { decay: 1 })]);
  expect(guesser.guess("path:8")).toBe("");
  expect(guesser.guess("decay")).toBe("");
});
