import type { Change, Event, FromServer, Panel, Scene } from "../lib/wire";

/** An event with the whole scene after it. */
export type SceneEvent = Omit<Event, "scene"> & { scene: Scene };

/** A server message with complete scenes. */
export type ServerMessage = Exclude<FromServer, Event> | SceneEvent;

/**
 * Apply a change to the scene before it. A panel given by its id is unchanged. Two numbers among
 * the sprites, start and count, stand for a run of the old sprites.
 */
export function applyChange(change: Change, before: Scene | null): Scene {
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
