import { fill } from "./decode";
import type { Mistake, NewFile, NewTable, Structs } from "./wire";
import { words } from "./words";

/** A failed request, with a message to show. `status` is 0 if the server was unreachable. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly mistake: Mistake | null = null, // where it is, if it is one in a file
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
  if (!answer.ok) throw await failure(answer);
  return fill(name, await answer.json());
}

async function failure(answer: Response): Promise<ApiError> {
  try {
    const mistake = fill("Mistake", await answer.json());
    return new ApiError(mistake.error, answer.status, mistake.what ? mistake : null);
  } catch {
    return new ApiError(words.failed(answer.status), answer.status);
  }
}

async function text(path: string): Promise<string> {
  const answer = await fetch(`/api/${path}`, { credentials: "same-origin" }).catch(() => {
    throw new ApiError(words.unreachable, 0);
  });
  if (!answer.ok) throw await failure(answer);
  return answer.text();
}

function fileOf(game: string, file: string): string {
  return `components/${encodeURIComponent(game)}/${encodeURIComponent(file)}`;
}

export const api = {
  shelf: () => request("Shelf", "shelf"),
  me: () => request("Me", "me"),
  rename: (name: string) => request("Me", "me", { name }),
  open: (table: Omit<NewTable, "shares">) => request("Opened", "tables", { ...table, shares: true }),
  claim: (table: string, invite: string, colour = -1) =>
    request("Seated", `tables/${encodeURIComponent(table)}/claim`, { invite, colour, shares: true }),
  freeColours: (table: string) =>
    request("FreeColours", `tables/${encodeURIComponent(table)}/colours`),
  rematch: (table: string) => request("Opened", `tables/${encodeURIComponent(table)}/rematch`, {}),
  position: (table: string, at: number, seat: number) =>
    request("Position", `tables/${encodeURIComponent(table)}/positions/${at}?seat=${seat}`),
  rules: (game: string) => request("Rulebook", `games/${encodeURIComponent(game)}/rules`),
  recordOf: (table: string) => `/api/tables/${encodeURIComponent(table)}/record`,
  /** `pieces`: the hash of the components, if they are not the game's own. */
  art: (game: string, pieces: string) =>
    text(`games/${encodeURIComponent(game)}/art.svg${pieces ? `?v=${encodeURIComponent(pieces)}` : ""}`),

  // components files
  invitation: (table: string) => request("Invitation", `tables/${encodeURIComponent(table)}`),
  files: () => request("KeptFiles", "components"),
  checkFile: (file: NewFile) => request("Checked", "components/check", file),
  keepFile: (file: NewFile) => request("KeptFiles", "components", file),
  dropFile: (game: string, file: string) =>
    request("KeptFiles", `${fileOf(game, file)}/remove`, {}),
  fileText: (game: string, file: string) => text(fileOf(game, file)),
  usualFile: (game: string) => `/api/games/${encodeURIComponent(game)}/components`,
  usualText: (game: string) => text(`games/${encodeURIComponent(game)}/components`),
  fileOfTable: (table: string) => `/api/tables/${encodeURIComponent(table)}/components`,
};
