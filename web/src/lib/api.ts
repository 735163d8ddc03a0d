import { fill } from "./decode";
import type { NewTable, Structs } from "./wire";
import { words } from "./words";

/** A failed request, with a message to show. `status` is 0 if the server was unreachable. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

async function request<K extends keyof Structs>(
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
    throw new ApiError(words.unreachable, 0);
  }
  if (!answer.ok) throw new ApiError(await errorText(answer), answer.status);
  return fill(name, await answer.json());
}

async function errorText(answer: Response): Promise<string> {
  try {
    return fill("Mistake", await answer.json()).error;
  } catch {
    return words.failed(answer.status);
  }
}

export const api = {
  shelf: () => request("Shelf", "shelf"),
  me: () => request("Me", "me"),
  rename: (name: string) => request("Me", "me", { name }),
  open: (table: Omit<NewTable, "shares">) => request("Opened", "tables", { ...table, shares: true }),
  claim: (table: string, invite: string) =>
    request("Seated", `tables/${encodeURIComponent(table)}/claim`, { invite, shares: true }),
  rematch: (table: string) => request("Opened", `tables/${encodeURIComponent(table)}/rematch`, {}),
  position: (table: string, at: number, seat: number) =>
    request("Position", `tables/${encodeURIComponent(table)}/positions/${at}?seat=${seat}`),
  rules: (game: string) => request("Rulebook", `games/${encodeURIComponent(game)}/rules`),
  recordOf: (table: string) => `/api/tables/${encodeURIComponent(table)}/record`,
  art: async (game: string): Promise<string> => {
    const answer = await fetch(`/api/games/${encodeURIComponent(game)}/art.svg`);
    if (!answer.ok) throw new ApiError(words.failed(answer.status), answer.status);
    return answer.text();
  },
};
