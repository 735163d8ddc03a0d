const MOST = 4;
const STEP = 1.4;

interface Point {
  x: number;
  y: number;
}

/** Looking closer at a large board: buttons, wheel with a modifier, pinch, and pan by dragging. */
export class Zoom {
  k = $state(1);
  x = $state(0);
  y = $state(0);
  moved = false;
  readonly #box: () => [number, number];
  readonly #svg: () => SVGSVGElement | undefined;
  readonly #touches = new Map<number, PointerEvent>();
  #pan: { at: Point; x: number; y: number } | null = null;
  #spread = 0;

  constructor(box: () => [number, number], svg: () => SVGSVGElement | undefined) {
    this.#box = box;
    this.#svg = svg;
  }

  readonly transform = $derived.by(() => `translate(${this.x} ${this.y}) scale(${this.k})`);

  closer(): void {
    const [w, h] = this.#box();
    this.at(STEP, { x: w / 2, y: h / 2 });
  }

  farther(): void {
    const [w, h] = this.#box();
    this.at(1 / STEP, { x: w / 2, y: h / 2 });
  }

  /** Scale by a factor; the given point, in units of the panel's box, stays where it is. */
  at(factor: number, { x, y }: Point): void {
    const [w, h] = this.#box();
    const was = this.k;
    this.k = Math.min(MOST, Math.max(1, was * factor));
    this.x = clamp(x - ((x - this.x) * this.k) / was, w - w * this.k);
    this.y = clamp(y - ((y - this.y) * this.k) / was, h - h * this.k);
  }

  wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.at(event.deltaY < 0 ? 1.15 : 1 / 1.15, this.#local(event.clientX, event.clientY));
  }

  press(event: PointerEvent): void {
    this.moved = false;
    this.#touches.set(event.pointerId, event);
    const at = { x: event.clientX, y: event.clientY };
    if (this.k > 1 && this.#touches.size === 1) this.#pan = { at, x: this.x, y: this.y };
    if (this.#touches.size === 2) this.#spread = this.#distance();
  }

  move(event: PointerEvent): void {
    if (!this.#touches.has(event.pointerId)) return;
    this.#touches.set(event.pointerId, event);
    if (this.#touches.size === 2) return this.#pinch();
    const pan = this.#pan;
    const scale = this.#svg()?.getScreenCTM()?.a;
    if (!pan || !scale) return;
    const [w, h] = this.#box();
    const dx = event.clientX - pan.at.x;
    const dy = event.clientY - pan.at.y;
    if (Math.hypot(dx, dy) > 6) this.moved = true;
    this.x = clamp(pan.x + dx / scale, w - w * this.k);
    this.y = clamp(pan.y + dy / scale, h - h * this.k);
  }

  release(event: PointerEvent): void {
    this.#touches.delete(event.pointerId);
    this.#pan = null;
  }

  #pinch(): void {
    const [a, b] = [...this.#touches.values()];
    const far = this.#distance();
    if (!a || !b || !this.#spread) return;
    const middle = this.#local((a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
    this.at(far / this.#spread, middle);
    this.#spread = far;
    this.moved = true;
  }

  #distance(): number {
    const [a, b] = [...this.#touches.values()];
    return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
  }

  #local(x: number, y: number): Point {
    const matrix = this.#svg()?.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
  }
}

function clamp(value: number, least: number): number {
  return Math.min(0, Math.max(least, value));
}
