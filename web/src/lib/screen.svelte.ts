/** The screen size class. */
const PHONE = 760;
const NARROW = 1120;

function measured(): "wide" | "narrow" | "phone" {
  if (innerWidth < PHONE) return "phone";
  return innerWidth < NARROW ? "narrow" : "wide";
}

export const screen = $state({ size: measured() });

addEventListener("resize", () => (screen.size = measured()));

/** Scale of a badge. It grows on small panels to stay readable. */
export function badgeScale(scale: number): number {
  return Math.min(2.2, Math.max(1, 0.78 / scale));
}
