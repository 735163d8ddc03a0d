import { fill } from "./decode";
import type { NewTable, Structs } from "./wire";
import { words } from "./words";

/** The server said no, in words; `status` is 0 if it could not be reached. */
export class Failed extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

async function ask<K extends keyof Structs>(
  name: K,
  path: string,
  body?: object,
): Promise<Structs[K]> {
  let answer: Response;
  try {
    answer = await fetch(`/api/${path}`, {
      method: body ? "POST" : "GET",
      headers: body ? { "content-type": "application/json" } : {},
      body: body ? JSON.stringify(body) : null,
      credentials: "same-origin",
    });
  } catch {
    throw new Failed(words.unreachable, 0);
  }
  if (!answer.ok) throw new Failed(await mistake(answer), answer.status);
  return fill(name, await answer.json());
}

async function mistake(answer: Response): Promise<string> {
  try {
    return fill("Mistake", await answer.json()).error;
  } catch {
    return words.failed(answer.status);
  }
}

export const api = {
  shelf: () => ask("Shelf", "shelf"),
  me: () => ask("Me", "me"),
  rename: (name: string) => ask("Me", "me", { name }),
  open: (table: Omit<NewTable, "shares">) => ask("Opened", "tables", { ...table, shares: true }),
  claim: (table: string, invite: string) =>
    ask("Seated", `tables/${encodeURIComponent(table)}/claim`, { invite, shares: true }),
  rematch: (table: string) => ask("Opened", `tables/${encodeURIComponent(table)}/rematch`, {}),
  position: (table: string, at: number, seat: number) =>
    ask("Position", `tables/${encodeURIComponent(table)}/positions/${at}?seat=${seat}`),
  rules: (game: string) => ask("Rulebook", `games/${encodeURIComponent(game)}/rules`),
  recordOf: (table: string) => `/api/tables/${encodeURIComponent(table)}/record`,
  art: async (game: string): Promise<string> => {
    const answer = await fetch(`/api/games/${encodeURIComponent(game)}/art.svg`);
    if (!answer.ok) throw new Failed(words.failed(answer.status), answer.status);
    return answer.text();
  },
};
