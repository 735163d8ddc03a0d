/** How much room there is. */
const PHONE = 760;
const NARROW = 1120;

function measured(): "wide" | "narrow" | "phone" {
  if (innerWidth < PHONE) return "phone";
  return innerWidth < NARROW ? "narrow" : "wide";
}

export const screen = $state({ size: measured() });

addEventListener("resize", () => (screen.size = measured()));

/** How much larger a badge is drawn, to stay readable when 100 units are few px. */
export function badged(scale: number): number {
  return Math.min(2.2, Math.max(1, 0.78 / scale));
}
