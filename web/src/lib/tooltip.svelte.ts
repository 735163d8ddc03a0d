/** The label of the piece under the mouse. */
export const tooltip = $state({ text: "", x: 0, y: 0 });

export function showTooltip(text: string, event?: PointerEvent): void {
  tooltip.text = text;
  if (event) {
    tooltip.x = event.clientX;
    tooltip.y = event.clientY;
  }
}
