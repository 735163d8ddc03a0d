/** How much room there is. */
const PHONE = 760;
const NARROW = 1120;

function measured(): "wide" | "narrow" | "phone" {
  if (innerWidth < PHONE) return "phone";
  return innerWidth < NARROW ? "narrow" : "wide";
}

export const screen = $state({ size: measured() });

addEventListener("resize", () => (screen.size = measured()));
