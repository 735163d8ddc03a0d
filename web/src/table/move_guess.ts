import type { Move } from "../lib/wire";

/**
 * Guesses the move behind a click on a closed spot. The client knows no rules, so it asks the
 * server about that move. The guess is a known move with the clicked spot put in: if `take place=3`
 * has the spot `path:3`, a click on `path:8` asks about `take place=8`.
 */
export class MoveGuesser {
  private readonly known = new Map<string, Move>(); // one example for each verb and kind of spot

  learn(moves: readonly Move[]): void {
    for (const move of moves) {
      for (const spot of Object.keys(move.spots))
        this.known.set(`${move.verb} ${stem(spot)}`, move);
    }
  }

  /** The id of the move probably meant by a click on `spot`; "" if there is no guess. */
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
