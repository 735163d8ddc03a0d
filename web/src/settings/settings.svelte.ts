/** Settings, saved in this browser. */
export const THEMES = ["system", "light", "dark", "contrast"] as const;
export const SIZES = [90, 100, 115, 130, 150] as const;
export const MOTIONS = ["system", "full", "none"] as const;
export const SPEEDS = ["1", "4", "skip"] as const;
export const ASKING = ["unsafe", "always", "never"] as const;

interface Settings {
  theme: (typeof THEMES)[number];
  size: (typeof SIZES)[number];
  motion: (typeof MOTIONS)[number];
  speed: (typeof SPEEDS)[number];
  ask: (typeof ASKING)[number];
  sound: boolean;
  notify: boolean;
  keys: boolean; // single letters and digits play (WCAG 2.1.4: can be switched off)
}

const DEFAULTS: Settings = {
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

function load(): Settings {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return saved && typeof saved === "object" ? { ...DEFAULTS, ...saved } : DEFAULTS;
  } catch {
    return DEFAULTS;
  }
}

export const settings: Settings = $state(load());

export function saveSettings(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // without storage the settings last until the page is closed
  }
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const moreContrast = matchMedia("(prefers-contrast: more)");
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
const system = $state({ dark: dark.matches, moreContrast: moreContrast.matches, reducedMotion: reducedMotion.matches });
dark.addEventListener("change", () => (system.dark = dark.matches));
moreContrast.addEventListener("change", () => (system.moreContrast = moreContrast.matches));
reducedMotion.addEventListener("change", () => (system.reducedMotion = reducedMotion.matches));

/** The palette in use. */
export function theme(): "light" | "dark" | "contrast" {
  if (settings.theme !== "system") return settings.theme;
  if (system.moreContrast) return "contrast";
  return system.dark ? "dark" : "light";
}

/** Are animations allowed? */
export function motionAllowed(): boolean {
  return settings.motion === "full" || (settings.motion === "system" && !system.reducedMotion);
}
