/** What the live region says. The same sentence twice is said twice. */
export const voice = $state({ text: "", flip: false });

export function announce(text: string): void {
  voice.text = text;
  voice.flip = !voice.flip;
}

/** Several things to say, each with its full stop, so that none runs into the next. */
export function sentences(...said: string[]): string {
  return said
    .filter(Boolean)
    .map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`))
    .join(" ");
}
