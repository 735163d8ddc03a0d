import { Memory } from "./memory";

/** Links for open chairs. The server tells a token once; this browser remembers it. */
const invites = new Memory("spinney.invites");

export function remember(table: string, tokens: Record<string, string>): void {
  invites.add(table, tokens);
}

/** The link for a chair, or "" if this browser did not make it. */
export function inviteLink(table: string, seat: number): string {
  const token = invites.of(table)[seat];
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
