import { getContext, setContext } from "svelte";
import { api } from "./api";

/**
 * A game's art. Only the symbols of its SVG file are put into the page. Their ids get the game's
 * name as a prefix, so that two games can both have a `back`.
 */
const SVG = "http://www.w3.org/2000/svg";
const sheets = new Map<string, Promise<void>>();

/** What stands before the ids of a game's symbols. `pieces`: the hash of somebody's own pieces. */
export function artKey(game: string, pieces = ""): string {
  return pieces ? `${game}-${pieces}` : game;
}

/** Load the game's symbols into the page, once. */
export function loadArt(game: string, pieces = ""): Promise<void> {
  const key = artKey(game, pieces);
  let sheet = sheets.get(key);
  if (!sheet) {
    sheet = api.art(game, pieces).then((text) => insertSymbols(key, text));
    sheet.catch(() => sheets.delete(key));
    sheets.set(key, sheet);
  }
  return sheet;
}

function insertSymbols(game: string, text: string): void {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const box = document.createElementNS(SVG, "svg");
  box.setAttribute("class", "sheet"); // zero size; display: none would drop gradients
  box.setAttribute("aria-hidden", "true");
  for (const symbol of parsed.querySelectorAll("symbol")) {
    rename(symbol, game);
    for (const part of symbol.querySelectorAll("*")) rename(part, game);
    box.append(document.adoptNode(symbol));
  }
  document.body.append(box);
}

/** Prefix ids, and references to them, with the game's name. */
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

/** Does the game's sheet have this symbol? (After `loadArt`.) */
export function has(game: string, symbol: string): boolean {
  return document.getElementById(`${game}-${symbol}`) !== null;
}

type Href = (symbol: string) => string;

/** Child components use the art of this game. */
export function provideArt(game: () => string): void {
  setContext<Href>("sheet", (symbol) => `#${game()}-${symbol}`);
}

export function useArt(): Href {
  return getContext<Href>("sheet");
}
