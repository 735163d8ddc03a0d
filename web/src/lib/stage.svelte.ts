import { tick } from "svelte";
import { fly, look } from "./flights";
import { moving, settings } from "./settings.svelte";
import { slide } from "./sound";
import { point } from "./tip.svelte";
import type { Scene } from "./wire";

const FLIGHT = 520; // ms

export function pace(): number {
  return settings.speed === "4" ? 4 : 1;
}

export function sleep(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

/** What is drawn now. A new scene grows out of the old one: its pieces fly. */
export class Stage {
  scene: Scene | null = $state.raw(null);

  async show(next: Scene, { fast = false } = {}): Promise<void> {
    const layer = document.querySelector<SVGSVGElement>("svg.flights");
    const still = fast || !moving() || settings.speed === "skip" || document.hidden;
    const before = this.scene && layer && !still ? look() : null;
    this.scene = next;
    point(""); // what was pointed at may be gone
    await tick();
    if (!before || !layer) return;
    const ms = fly(before, layer, FLIGHT / pace());
    if (ms) slide();
    await sleep(ms);
  }

  /** Change the scene at once, as when a table is first seen. */
  set(next: Scene | null): void {
    this.scene = next;
  }
}
