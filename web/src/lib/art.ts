import { getContext, setContext } from "svelte";
import { api } from "./api";

/**
 * A game's drawings. The sheet is parsed as a document, and only its symbols are adopted into the
 * page, under names of their own, so that two games may both have a `back`.
 */
const SVG = "http://www.w3.org/2000/svg";
const sheets = new Map<string, Promise<void>>();

/** Put the game's symbols on the page, once. */
export function adopt(game: string): Promise<void> {
  let sheet = sheets.get(game);
  if (!sheet) {
    sheet = api.art(game).then((text) => lay(game, text));
    sheet.catch(() => sheets.delete(game));
    sheets.set(game, sheet);
  }
  return sheet;
}

function lay(game: string, text: string): void {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const box = document.createElementNS(SVG, "svg");
  box.setAttribute("class", "sheet"); // of no size, but not display: none
  box.setAttribute("aria-hidden", "true");
  for (const symbol of parsed.querySelectorAll("symbol")) {
    rename(symbol, game);
    for (const part of symbol.querySelectorAll("*")) rename(part, game);
    box.append(document.adoptNode(symbol));
  }
  document.body.append(box);
}

/** Ids, and all that points at them, get the game's name in front. */
function rename(element: Element, game: string): void {
  for (const { name, value } of [...element.attributes]) {
    if (name === "id") element.setAttribute("id", `${game}-${value}`);
    else if (name === "href" && value.startsWith("#")) {
      element.setAttribute("href", `#${game}-${value.slice(1)}`);
    } else if (value.includes("url(#")) {
      element.setAttribute(name, value.replaceAll("url(#", `url(#${game}-`));
    }
  }
}

/** Does the game's sheet have this symbol? (After `adopt`.) */
export function has(game: string, symbol: string): boolean {
  return document.getElementById(`${game}-${symbol}`) !== null;
}

type Href = (symbol: string) => string;

/** The components below draw from this game's sheet. */
export function drawFrom(game: () => string): void {
  setContext<Href>("sheet", (symbol) => `#${game()}-${symbol}`);
}

export function drawn(): Href {
  return getContext<Href>("sheet");
}
