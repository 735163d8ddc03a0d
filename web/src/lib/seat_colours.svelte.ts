/** As many colours as there are. Each is named by the seat that has it as printed. */
export const COLOURS = [0, 1, 2, 3];

/**
 * The colours that people chose at a table, as long as the page shows it. They are set on the body:
 * the theme is an element higher, and everything that is drawn is below.
 */
export function wearColours(colours: () => number[]): void {
  $effect(() => {
    const { style } = document.body;
    const chosen = colours();
    chosen.forEach((colour, seat) => {
      style.setProperty(`--seat-${seat}`, `var(--colour-${colour})`);
      style.setProperty(`--on-${seat}`, `var(--on-colour-${colour})`);
    });
    return () =>
      chosen.forEach((_, seat) => {
        style.removeProperty(`--seat-${seat}`);
        style.removeProperty(`--on-${seat}`);
      });
  });
}

/** Give a seat a colour. Whoever had it gets the other one. */
export function swapped(colours: number[], seat: number, colour: number): number[] {
  const before = colours[seat];
  return colours.map((one, i) => (i === seat ? colour : one === colour ? (before ?? one) : one));
}

/** What to ask for: the colours of my seats. Nothing, if they are as printed. */
export function wishes(colours: number[], seats: string[]): number[] {
  const wished = seats.map((kind, i) => (kind === "me" ? (colours[i] ?? -1) : -1));
  return wished.every((colour, i) => colour === -1 || colour === i) ? [] : wished;
}
