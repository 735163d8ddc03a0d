/** What a person likes, kept in this browser. */
export const THEMES = ["system", "light", "dark", "contrast"] as const;
export const SIZES = [90, 100, 115, 130, 150] as const;
export const MOTIONS = ["system", "full", "none"] as const;
export const SPEEDS = ["1", "4", "skip"] as const;
export const ASKING = ["unsafe", "always", "never"] as const;

interface Liking {
  theme: (typeof THEMES)[number];
  size: (typeof SIZES)[number];
  motion: (typeof MOTIONS)[number];
  speed: (typeof SPEEDS)[number];
  ask: (typeof ASKING)[number];
  sound: boolean;
  notify: boolean;
  keys: boolean; // single letters and digits play (WCAG 2.1.4: can be switched off)
}

const USUAL: Liking = {
  theme: "system",
  size: 100,
  motion: "system",
  speed: "1",
  ask: "unsafe",
  sound: false,
  notify: false,
  keys: true,
};

const KEY = "spinney.settings";

function load(): Liking {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept && typeof kept === "object" ? { ...USUAL, ...kept } : USUAL;
  } catch {
    return USUAL;
  }
}

export const settings: Liking = $state(load());

export function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // a browser that keeps nothing still plays
  }
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const strong = matchMedia("(prefers-contrast: more)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const system = $state({ dark: dark.matches, strong: strong.matches, calm: calm.matches });
dark.addEventListener("change", () => (system.dark = dark.matches));
strong.addEventListener("change", () => (system.strong = strong.matches));
calm.addEventListener("change", () => (system.calm = calm.matches));

/** The palette in use. */
export function theme(): "light" | "dark" | "contrast" {
  if (settings.theme !== "system") return settings.theme;
  if (system.strong) return "contrast";
  return system.dark ? "dark" : "light";
}

/** May things move? */
export function moving(): boolean {
  return settings.motion === "full" || (settings.motion === "system" && !system.calm);
}
