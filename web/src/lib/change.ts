import type { Change, Event, FromServer, Panel, Scene } from "./wire";

/** An event with the whole scene after it. */
export type Seen = Omit<Event, "scene"> & { scene: Scene };

/** A message of the server in which nothing is left to be looked up. */
export type Heard = Exclude<FromServer, Event> | Seen;

/**
 * The scene that a change makes of the one before it: a panel that is only named is as it was, and
 * two numbers among its sprites stand for a run of those it had.
 */
export function whole(change: Change, before: Scene | null): Scene {
  const old = new Map((before?.panels ?? []).map((panel) => [panel.id, panel]));
  const panels = change.panels.flatMap((panel): Panel[] => {
    const was = old.get(typeof panel === "string" ? panel : panel.id);
    if (typeof panel === "string") return was ? [was] : [];
    const sprites = panel.sprites.flatMap((one) =>
      Array.isArray(one) ? (was?.sprites.slice(one[0], one[0] + one[1]) ?? []) : [one],
    );
    return [{ ...panel, sprites }];
  });
  return { ...change, panels };
}
