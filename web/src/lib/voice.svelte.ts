/** What the live region says. The same sentence twice is said twice. */
export const voice = $state({ text: "", flip: false });

export function announce(text: string): void {
  voice.text = text;
  voice.flip = !voice.flip;
}
