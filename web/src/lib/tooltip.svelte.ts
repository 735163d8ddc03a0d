/** The label of the piece under the mouse, and a note below it. */
export const tooltip = $state({ text: "", note: "", x: 0, y: 0 });

export function showTooltip(text: string, event?: PointerEvent, note = ""): void {
  tooltip.text = text;
  tooltip.note = note;
  if (event) {
    tooltip.x = event.clientX;
    tooltip.y = event.clientY;
  }
}
