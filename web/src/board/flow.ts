import type { Panel } from "../lib/wire";

/** A row panel laid out: px per unit, the box in units, and the centre of each slot. */
export interface Flow {
  scale: number;
  width: number;
  height: number;
  centres: [number, number][];
}

type Row = Pick<Panel, "slots" | "gap" | "least" | "most" | "area">;

/** Lay a row panel out in `width` px. Twin of `flow` in scene.py; shared cases keep them equal. */
export function flow(panel: Row, width: number): Flow {
  const { slots, gap } = panel;
  if (!slots.length) return { scale: 1, width, height: 0, centres: [] };
  let rows = 1;
  let lines: number[][] = [];
  let wide = 1;
  let scale = 1;
  for (rows = 1; rows <= slots.length; rows++) {
    lines = broken(panel, rows);
    wide = Math.max(...lines.map((line) => length(panel, line)));
    scale = Math.min(width / wide, panel.most / 100);
    if (scale * 100 >= panel.least) break;
  }
  const box = width / scale;
  const left = rows > 1 || panel.area === "other" ? 0 : (box - wide) / 2;
  const centres: [number, number][] = slots.map(() => [0, 0]);
  let y = 0;
  for (const line of lines) {
    const high = Math.max(...line.map((i) => slots[i]![1]));
    let x = left;
    for (const i of line) {
      const [w, h] = slots[i]!;
      centres[i] = [x + w / 2, y + high - h / 2];
      x += w + gap;
    }
    y += high + gap;
  }
  return { scale, width: box, height: y - gap, centres };
}

function length(panel: Row, line: number[]): number {
  return line.reduce((sum, i) => sum + panel.slots[i]![0] + panel.gap, 0) - panel.gap;
}

/** The slots in at most `rows` lines: one that would lie more than half beyond the end of its line
 * begins the next. */
function broken(panel: Row, rows: number): number[][] {
  const target = length(panel, [...panel.slots.keys()]) / rows;
  const lines: number[][] = [[]];
  let used = 0;
  panel.slots.forEach(([w], i) => {
    if (lines.at(-1)!.length && lines.length < rows && used + w / 2 > target) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)!.push(i);
    used += w + panel.gap;
  });
  return lines;
}
