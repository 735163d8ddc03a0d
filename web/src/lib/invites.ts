/** Links for open chairs. The server tells a token once; this browser remembers it. */
const KEY = "spinney.invites";

type Kept = Record<string, Record<string, string>>;

function all(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Kept;
  } catch {
    return {};
  }
}

export function remember(table: string, invites: Record<string, string>): void {
  if (!Object.keys(invites).length) return;
  const newest = Object.entries({ ...all(), [table]: invites }).slice(-30);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // then the links are only on the page where they were made
  }
}

/** The link for a chair, or "" if this browser did not make it. */
export function inviteLink(table: string, seat: number): string {
  const token = all()[table]?.[seat];
  return token ? `${location.origin}/join/${table}#${token}` : "";
}

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // over plain HTTP there is no clipboard: the link is shown to be selected
  }
}
