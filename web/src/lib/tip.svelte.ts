/** The words of the piece under the mouse. */
export const tip = $state({ text: "", x: 0, y: 0 });

export function point(text: string, event?: PointerEvent): void {
  tip.text = text;
  if (event) {
    tip.x = event.clientX;
    tip.y = event.clientY;
  }
}
