/** Whether a point lies in a closed polygon (even-odd). */
export function isInside(outline: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let inside = false
  let [fromX, fromY] = outline.at(-1) ?? [0, 0]
  for (const [toX, toY] of outline) {
    if (toY > y !== fromY > y && x < ((fromX - toX) * (y - toY)) / (fromY - toY) + toX) inside = !inside
    ;[fromX, fromY] = [toX, toY]
  }
  return inside
}
