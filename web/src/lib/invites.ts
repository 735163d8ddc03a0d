import { TableMemory } from "./table_memory";

/** Invite links. The server sends each token once, so this browser stores it. */
const invites = new TableMemory("spinney.invites");

export function rememberInvites(table: string, tokens: Record<string, string>): void {
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
    return false; // plain HTTP has no clipboard; the link is selected instead
  }
}
