import { en } from "./words/en";

/** Every sentence of the client by its key. Another language is another file like words/en.ts. */
export type Words = typeof en;

const languages: Record<string, Words> = { en };

function chosen(): Words {
  for (const tag of navigator.languages) {
    const words = languages[tag.split("-")[0] ?? ""];
    if (words) return words;
  }
  return en;
}

export const words: Words = chosen();
