import { tick } from "svelte";
import { animateChanges, snapshot } from "./animations";
import { motionAllowed, settings } from "../settings/settings.svelte";
import { slide } from "../lib/sound";
import { showTooltip } from "../lib/tooltip.svelte";
import type { Scene } from "../lib/wire";

const FLIGHT = 520; // ms

export function speedFactor(): number {
  return settings.speed === "4" ? 4 : 1;
}

export function sleep(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

/** The scene on screen. A new one is animated from the old one. */
export class SceneStore {
  scene: Scene | null = $state.raw(null);

  async show(next: Scene, { fast = false } = {}): Promise<void> {
    const layer = document.querySelector<SVGSVGElement>("svg.flights");
    const still = fast || !motionAllowed() || settings.speed === "skip" || document.hidden;
    const before = this.scene && layer && !still ? snapshot() : null;
    this.scene = next;
    showTooltip(""); // the piece may be gone
    await tick();
    if (!before || !layer) return;
    const ms = animateChanges(before, layer, FLIGHT / speedFactor());
    if (ms) slide();
    await sleep(ms);
  }

  /** Change the scene without animation. */
  set(next: Scene | null): void {
    this.scene = next;
  }
}
