import { TableMemory } from "../lib/table_memory";
import { hex, randomHex } from "../lib/random";
import type { Chair } from "../lib/wire";

/**
 * The fair deal, as this browser takes part in it (docs/wire.md, "What was promised"). It remembers
 * the commitment it was shown first, adds a share of its own, and checks both at the end.
 */
const kept = new TableMemory("spinney.deals");

export type Verdict = "checked" | "wrong" | "unknown";

/** Only the first commitment counts; the server could have exchanged a later one. */
export function rememberCommitment(table: string, commitment: string): void {
  if (!kept.of(table).commitment) kept.add(table, { commitment });
}

/** This browser's share for a seat. It is drawn once and then stored. */
export function shareOf(table: string, seat: number): string {
  const known = kept.of(table)[seat];
  if (known) return known;
  const share = randomHex(32);
  kept.add(table, { [seat]: share });
  return share;
}

/** Whether a finished game was dealt as promised, as far as this browser can tell. */
export async function checkDeal(
  table: string,
  secret: string,
  shares: string[],
  chairs: Chair[],
): Promise<Verdict> {
  const known = kept.of(table);
  const mine = chairs.filter((chair) => chair.mine && known[chair.seat]);
  if (mine.some((chair) => shares[chair.seat] !== known[chair.seat])) return "wrong";
  // over plain HTTP browsers offer no hash functions, except on localhost
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!known.commitment || !mine.length || !subtle) return "unknown";
  const text = new TextEncoder().encode(`spinney commitment ${table} ${secret}`);
  const hash = hex(new Uint8Array(await subtle.digest("SHA-256", text)));
  return hash === known.commitment ? "checked" : "wrong";
}
