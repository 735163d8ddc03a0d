import type { Move } from "./wire";

/**
 * Somebody clicked where no move leads. The client knows no rules, so it asks the server about the
 * move that was probably meant: a move known from this table, with the clicked thing in its place.
 * `take place=3` is said by the spot `path:3`; a click on `path:8` then asks for `take place=8`.
 */
export class Meant {
  private readonly known = new Map<string, Move>(); // one example for each verb and kind of spot

  learn(moves: readonly Move[]): void {
    for (const move of moves) {
      for (const spot of Object.keys(move.spots))
        this.known.set(`${move.verb} ${stem(spot)}`, move);
    }
  }

  /** The words of the move that a click on `spot` would have been; "" if there is no guess. */
  guess(spot: string): string {
    for (const move of [...this.known.values()].reverse()) {
      for (const chosen of Object.keys(move.spots)) {
        if (stem(chosen) !== stem(spot) || chosen === spot) continue;
        const words = substituted(move.id, value(chosen), value(spot));
        if (words) return words;
      }
    }
    return "";
  }
}

function stem(spot: string): string {
  return spot.split(":")[0] ?? "";
}

function value(spot: string): string {
  return spot.split(":")[1] ?? "";
}

function substituted(words: string, old: string, now: string): string {
  if (!old || !now) return "";
  const parts = words.split(" ");
  const changed = parts.map((part) => {
    const [field, is] = part.split("=");
    return is === old ? `${field}=${now}` : part;
  });
  return changed.some((part, i) => part !== parts[i]) ? changed.join(" ") : "";
}
