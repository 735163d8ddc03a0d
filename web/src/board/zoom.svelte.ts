const MOST = 5;
const STEP = 1.4;
const WHEEL = 1.15;
const SLACK = 6; // px before a press becomes a pan
const MARGIN = 0.12; // of the panel: how far from the edge a piece is brought into sight

interface Point {
  x: number;
  y: number;
}

/** Zoom and pan of a board: buttons, keys, wheel with a modifier, pinch and drag. */
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
  readonly percent = $derived.by(() => Math.round(this.k * 100));

  /** Zoom in one step. The first step is at least `first`, which makes all pieces touchable. */
  closer(first = STEP): void {
    this.at(this.k === 1 ? Math.max(STEP, first) : STEP, this.#middle());
  }

  farther(): void {
    this.at(1 / STEP, this.#middle());
  }

  whole(): void {
    this.k = 1;
    this.x = this.y = 0;
  }

  /** Scale by a factor; the given point, in units of the panel's box, stays where it is. */
  at(factor: number, { x, y }: Point): void {
    const was = this.k;
    this.k = Math.min(MOST, Math.max(1, was * factor));
    this.#put(x - ((x - this.x) * this.k) / was, y - ((y - this.y) * this.k) / was);
  }

  /** Pan by a third of the visible part. */
  pan(dx: number, dy: number): void {
    const [w, h] = this.#box();
    this.#put(this.x - (dx * w) / 3, this.y - (dy * h) / 3);
  }

  /** Keep the view inside the board after its size changed. */
  fit(): void {
    this.#put(this.x, this.y);
  }

  /** Scroll a piece into view. */
  follow(piece: Element): void {
    const svg = this.#svg();
    if (this.k === 1 || !svg) return;
    const [w, h] = this.#box();
    const { x, y, width, height } = piece.getBoundingClientRect();
    const a = this.#local(x, y);
    const b = this.#local(x + width, y + height);
    const shift = (low: number, high: number, size: number): number =>
      low < size * MARGIN
        ? size * MARGIN - low
        : high > size * (1 - MARGIN)
          ? size * (1 - MARGIN) - high
          : 0;
    this.#put(this.x + shift(a.x, b.x, w), this.y + shift(a.y, b.y, h));
  }

  /** A point of the screen in the panel's units. */
  unit(x: number, y: number): Point {
    const local = this.#local(x, y);
    return { x: (local.x - this.x) / this.k, y: (local.y - this.y) / this.k };
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    this.at(event.deltaY < 0 ? WHEEL : 1 / WHEEL, this.#local(event.clientX, event.clientY));
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
    if (event.buttons === 0) return this.release(event); // it was released outside
    this.#touches.set(event.pointerId, event);
    if (this.#touches.size === 2) return this.#pinch();
    const pan = this.#pan;
    const scale = this.#svg()?.getScreenCTM()?.a;
    if (!pan || !scale) return;
    const dx = event.clientX - pan.at.x;
    const dy = event.clientY - pan.at.y;
    if (Math.hypot(dx, dy) > SLACK) this.moved = true;
    if (this.moved) this.#put(pan.x + dx / scale, pan.y + dy / scale);
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

  #middle(): Point {
    const [w, h] = this.#box();
    return { x: w / 2, y: h / 2 };
  }

  #put(x: number, y: number): void {
    const [w, h] = this.#box();
    this.x = clamp(x, w - w * this.k);
    this.y = clamp(y, h - h * this.k);
  }

  #local(x: number, y: number): Point {
    const matrix = this.#svg()?.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
  }
}

function clamp(value: number, least: number): number {
  return Math.min(0, Math.max(least, value));
}
