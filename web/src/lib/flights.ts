import { match, type Placed } from "./match";

/**
 * A piece that changed place flies in one layer above the page, from its old place on the screen to
 * its new one, across panels, and turns over if its art changed. What has changed is told from
 * data, not from pixels, so that a reflow of the page sets nothing flying.
 */
interface Seen extends Placed {
  matrix: DOMMatrix;
  body: Element; // a copy: the page's own node will be reused
}

export type Look = Seen[];

const SVG = "http://www.w3.org/2000/svg";
const EASE = "cubic-bezier(.3, 0, .15, 1)";
const POP = "cubic-bezier(.2, 1.4, .5, 1)";
const STAGGER = 18;

function pieces(): SVGGElement[] {
  const all = [...document.querySelectorAll<SVGGElement>("[data-sprite]")];
  return all.filter((piece) => !piece.closest("dialog")); // an enlarged panel lies above the layer
}

function placed(element: SVGGElement): Placed {
  const { sprite = "", art = "", panel = "", x = "0", y = "0", place = "" } = element.dataset;
  return { id: sprite, art, panel, x: Number(x), y: Number(y), place };
}

/** Where a piece is on the screen; in a folded panel it is in the panel's heading. */
function whereabouts(element: SVGGElement): DOMMatrix | null {
  if (element.checkVisibility()) return element.getScreenCTM();
  const heading = element.closest("details")?.querySelector("summary");
  if (!heading) return null;
  const { x, y, width, height } = heading.getBoundingClientRect();
  return new DOMMatrix([0.2, 0, 0, 0.2, x + width / 2, y + height / 2]);
}

/** Remember where everything lies, before the scene changes. */
export function look(): Look {
  return pieces().flatMap((element) => {
    const matrix = whereabouts(element);
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

/** Let everything fly from where it was. Returns how many ms that takes. */
export function fly(before: Look, layer: SVGSVGElement, ms: number): number {
  const now = pieces();
  const pairs = match(before, now.map(placed));
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

function vanish(gone: Seen, layer: SVGSVGElement, ms: number): void {
  put(layer, gone.body).animate(
    [
      { transform: css(gone.matrix), opacity: 1 },
      { transform: css(gone.matrix.scale(0.7)), opacity: 0 },
    ],
    { duration: ms * 0.6, easing: "ease-out", fill: "both" },
  );
}

function travel(
  was: Seen,
  element: SVGGElement,
  body: SVGGElement,
  layer: SVGSVGElement,
  { ms, wait, flips }: { ms: number; wait: number; flips: boolean },
): void {
  const to = whereabouts(element);
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
