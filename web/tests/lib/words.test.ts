import { expect, it } from "vitest";
import { en } from "../../src/lib/words/en";

it("says what an option means in a whole sentence", () => {
  expect(en.optionSays("who goes first, by choice or by lot")).toBe(
    "Who goes first, by choice or by lot.",
  );
  expect(en.optionSays("As printed.")).toBe("As printed.");
  expect(en.optionSays("")).toBe("");
});

it("names a value that has no label of its own", () => {
  expect(en.optionValue("seat0")).toBe("Chair 1");
  expect(en.optionValue("drawn")).toBe("By lot");
  expect(en.optionValue("long_walk")).toBe("Long walk");
});
