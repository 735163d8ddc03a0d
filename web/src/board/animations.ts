import { pairPieces, type PlacedPiece } from "./piece_pairs";

/**
 * Animates pieces that changed place. They move in one layer above the page, also across panels,
 * and flip if their art changed. Changes are found in the data, not in pixels, so that a reflow of
 * the page starts no animation.
 */
interface CapturedPiece extends PlacedPiece {
  matrix: DOMMatrix;
  body: Element; // a copy, because Svelte reuses the node
}

export type Snapshot = CapturedPiece[];

const SVG = "http://www.w3.org/2000/svg";
const EASE = "cubic-bezier(.3, 0, .15, 1)";
const POP = "cubic-bezier(.2, 1.4, .5, 1)";
const STAGGER = 18;

function pieces(): SVGGElement[] {
  const all = [...document.querySelectorAll<SVGGElement>("[data-sprite]")];
  return all.filter((piece) => !piece.closest("dialog")); // an enlarged panel lies above the layer
}

function placed(element: SVGGElement): PlacedPiece {
  const { sprite = "", art = "", panel = "", x = "0", y = "0", place = "" } = element.dataset;
  return { id: sprite, art, panel, x: Number(x), y: Number(y), place };
}

/** The screen position of a piece. In a folded panel it is that of the heading. */
function screenMatrix(element: SVGGElement): DOMMatrix | null {
  if (element.checkVisibility()) return element.getScreenCTM();
  const heading = element.closest("details")?.querySelector("summary");
  if (!heading) return null;
  const { x, y, width, height } = heading.getBoundingClientRect();
  return new DOMMatrix([0.2, 0, 0, 0.2, x + width / 2, y + height / 2]);
}

/** Capture all pieces before the scene changes. */
export function snapshot(): Snapshot {
  return pieces().flatMap((element) => {
    const matrix = screenMatrix(element);
    const body = element.querySelector(".body");
    if (!matrix || !body) return [];
    return [{ ...placed(element), matrix, body: body.cloneNode(true) as Element }];
  });
}

function css(m: DOMMatrix): string {
  return `matrix(${m.a},${m.b},${m.c},${m.d},${m.e},${m.f})`;
}

function put(layer: SVGSVGElement, node: Node): SVGGElement {
  const group = document.createElementNS(SVG, "g");
  group.append(node.cloneNode(true));
  layer.append(group);
  return group;
}

/** Animate from the snapshot to the present scene. Returns the duration in ms. */
export function animateChanges(before: Snapshot, layer: SVGSVGElement, ms: number): number {
  const now = pieces();
  const pairs = pairPieces(before, now.map(placed));
  const old = new Map(before.map((seen) => [seen.id, seen]));
  const left = new Set(before);
  let flying = 0;
  for (const element of now) {
    const { id, place, art } = placed(element);
    const body = element.querySelector<SVGGElement>(".body");
    const was = old.get(pairs.get(id) ?? "");
    if (!body) continue;
    if (!was) {
      appear(body, ms);
      continue;
    }
    left.delete(was);
    if (was.place === place) continue;
    const wait = Math.min(flying++ * STAGGER, 240);
    travel(was, element, body, layer, { ms, wait, flips: was.art !== art });
  }
  for (const gone of left) vanish(gone, layer, ms);
  const total = flying || left.size ? ms + Math.min(flying * STAGGER, 240) : 0;
  setTimeout(() => layer.replaceChildren(), total + 40);
  return total;
}

function appear(body: SVGGElement, ms: number): void {
  body.animate(
    [
      { opacity: 0, transform: "scale(.6)" },
      { opacity: 1, transform: "scale(1)" },
    ],
    { duration: ms * 0.7, delay: ms * 0.35, fill: "backwards", easing: POP },
  );
}

function vanish(gone: CapturedPiece, layer: SVGSVGElement, ms: number): void {
  put(layer, gone.body).animate(
    [
      { transform: css(gone.matrix), opacity: 1 },
      { transform: css(gone.matrix.scale(0.7)), opacity: 0 },
    ],
    { duration: ms * 0.6, easing: "ease-out", fill: "both" },
  );
}

function travel(
  was: CapturedPiece,
  element: SVGGElement,
  body: SVGGElement,
  layer: SVGSVGElement,
  { ms, wait, flips }: { ms: number; wait: number; flips: boolean },
): void {
  const to = screenMatrix(element);
  if (!to) return;
  const time = { duration: ms, delay: wait, easing: EASE, fill: "both" as const };
  const path = [{ transform: css(was.matrix) }, { transform: css(to) }];
  const front = put(layer, body);
  front.animate(path, time);
  if (flips) {
    const back = put(layer, was.body);
    back.animate(path, time);
    turn(back, [1, 0, 0], time);
    turn(front, [0, 0, 1], time);
  }
  body.animate([{ opacity: 0 }, { opacity: 0 }], { duration: ms + wait });
}

function turn(group: SVGGElement, widths: number[], time: KeyframeAnimationOptions): void {
  const frames = widths.map((width) => ({ transform: `scaleX(${width})` }));
  (group.firstElementChild as SVGGElement | null)?.animate(frames, time);
}
