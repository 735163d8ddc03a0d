/** The text of the live region. `flip` makes screen readers repeat an equal text. */
export const announcement = $state({ text: "", flip: false });

export function announce(text: string): void {
  announcement.text = text;
  announcement.flip = !announcement.flip;
}

/** Join texts into sentences, each with its full stop. */
export function sentences(...texts: string[]): string {
  return texts
    .filter(Boolean)
    .map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`))
    .join(" ");
}
