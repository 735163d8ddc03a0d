import type { Panel } from "../lib/wire";

/** The sentences about what is our reconstruction in a panel, each once. */
export function reconstructions(panel: Panel): string[] {
  if (panel.reconstructed) return [panel.reconstructed];
  const pieces = [...panel.sprites, ...panel.notes];
  return [...new Set(pieces.map(({ reconstructed }) => reconstructed).filter(Boolean))];
}
