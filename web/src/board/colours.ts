import type { Sprite } from "../lib/wire";

/** The variables a piece is printed with: its owner's colour, and its tone. */
export function colours({ owner, tone }: Pick<Sprite, "owner" | "tone">): string | undefined {
  const own = owner >= 0 ? `--own: var(--seat-${owner});` : "";
  const set = tone ? `--tone: var(--${tone});` : "";
  return own + set || undefined;
}

/** How the line of its path is drawn: ink around what is filled, unless it says otherwise. */
export function lineClass({ line, tone }: Pick<Sprite, "line" | "tone">): string {
  return `line-${line || (tone ? "ink" : "none")}`;
}
