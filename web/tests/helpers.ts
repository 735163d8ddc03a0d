import { fill } from "../src/lib/decode";
import type { Move, Panel } from "../src/lib/wire";

export function move(id: string, spots: Record<string, number>, more: Partial<Move> = {}): Move {
  const verb = id.split(" ")[0] ?? "";
  return fill("Move", { id, words: id, verb, spots, ...more });
}

export function panel(more: Partial<Panel>): Panel {
  return fill("Panel", { id: "p", title: "P", area: "mine", sprites: [], ...more });
}
