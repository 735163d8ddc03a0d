import { ApiError } from "../lib/api";
import type { Mistake } from "../lib/wire";
import { words } from "../lib/words";

export const LARGEST = 128; // KiB of a file; the server takes no more

/** What went wrong with a file: a sentence, and the place in the file if it is known. */
export interface FileTrouble {
  place: string;
  text: string;
  line: number; // 0: not known
}

/** The first digits of a hash are enough to tell two files apart. */
export function short(hash: string): string {
  return hash.slice(0, 8);
}

export function troubleOf(error: unknown): FileTrouble {
  const mistake: Mistake | null = error instanceof ApiError ? error.mistake : null;
  if (!mistake) return { place: "", text: error instanceof Error ? error.message : String(error), line: 0 };
  const { entry, field, line, what } = mistake;
  return { place: words.pieces.mistake(entry, field, line), text: what, line };
}

/** The text of a file from this device. */
export async function readFile(file: File): Promise<string> {
  if (file.size > LARGEST * 1024) throw new Error(words.pieces.tooLarge(LARGEST));
  return (await file.text()).replaceAll("\r\n", "\n");
}

/** The name of a file without its ending: "my box.toml" → "my box". */
export function nameOf(file: File): string {
  return file.name.replace(/\.[^.]*$/, "");
}

/** Where a line of a text begins and ends. */
export function lineAt(text: string, line: number): [number, number] {
  let begin = 0;
  for (let n = 1; n < line; n++) {
    const next = text.indexOf("\n", begin);
    if (next < 0) break;
    begin = next + 1;
  }
  const end = text.indexOf("\n", begin);
  return [begin, end < 0 ? text.length : end];
}
