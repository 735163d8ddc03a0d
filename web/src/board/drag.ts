import type { Picked } from "./choice.svelte";
import type { Input } from "./input.svelte";

/**
 * Drag and drop with a mouse or pen. A press picks a piece, a drop plays. Pieces drop on an open
 * spot. A move without a target can drop on any other panel of the player. Touch scrolls instead.
 */
const SLACK = 6; // px before a press becomes a drag
const SVG = "http://www.w3.org/2000/svg";

interface Carried {
  shadow: SVGGElement;
  matrix: DOMMatrix;
}

export class Drag {
  /** True from the start of a drag until after the click that ends it. */
  moved = false;
  private start: { x: number; y: number; piece: SVGGElement } | null = null;
  private carried: Carried[] = [];
  private lifted = false;

  constructor(private readonly input: Input) {}

  press(event: PointerEvent): void {
    this.moved = false;
    if (event.pointerType === "touch" || event.button !== 0) return;
    const piece = (event.target as Element).closest<SVGGElement>(".sprite.open, .sprite.on");
    if (piece) this.start = { x: event.clientX, y: event.clientY, piece };
  }

  move(event: PointerEvent): void {
    if (!this.start) return;
    if (!(event.buttons & 1)) return this.cancel();
    const dx = event.clientX - this.start.x;
    const dy = event.clientY - this.start.y;
    if (!this.carried.length) {
      if (Math.hypot(dx, dy) < SLACK) return;
      this.lift(this.start.piece);
    }
    for (const { shadow, matrix: m } of this.carried) {
      shadow.setAttribute(
        "transform",
        `matrix(${m.a} ${m.b} ${m.c} ${m.d} ${m.e + dx} ${m.f + dy})`,
      );
    }
  }

  release(event: PointerEvent): void {
    const { start } = this;
    if (!start || !this.carried.length) return this.cancel();
    const done = this.dropped(event, start.piece);
    if ("play" in done) this.input.play(done.play);
    else if ("closed" in done && this.lifted) this.input.choice.back();
    this.cancel();
  }

  cancel(): void {
    for (const { shadow } of this.carried) shadow.remove();
    this.carried = [];
    this.start = null;
    this.lifted = false;
    document.documentElement.classList.remove("dragging");
  }

  private lift(piece: SVGGElement): void {
    const { choice } = this.input;
    const { spot = "", sprite = "" } = piece.dataset;
    this.moved = true;
    this.lifted = choice.lift(spot, sprite);
    const layer = document.querySelector("svg.flights");
    document.documentElement.classList.add("dragging");
    for (const id of choice.picked) {
      const element = document.querySelector<SVGGElement>(`[data-sprite="${CSS.escape(id)}"]`);
      const matrix = element?.getScreenCTM();
      const body = element?.querySelector(".body");
      if (!layer || !matrix || !body) continue;
      const shadow = document.createElementNS(SVG, "g");
      shadow.setAttribute("class", "carried");
      shadow.append(body.cloneNode(true));
      layer.append(shadow);
      this.carried.push({ shadow, matrix });
    }
  }

  private dropped(event: PointerEvent, from: SVGGElement): Picked {
    const { choice } = this.input;
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    for (const element of under) {
      const target = element.closest<HTMLElement | SVGElement>("[data-spot]");
      const { spot = "", sprite, counter = "" } = target?.dataset ?? {};
      const piece = sprite ?? counter;
      if (spot && choice.open.has(spot) && !choice.picked.has(piece))
        return choice.drop(spot, piece);
    }
    const ground = under.map((element) => element.closest(".panel.mine")).find(Boolean);
    const home = from.closest(".panel");
    const { single } = choice;
    if (!ground || ground === home || !single || single.aims.length || choice.hasVariants)
      return { closed: "" };
    return { play: single };
  }
}
