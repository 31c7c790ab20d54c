type Point = readonly [x: number, y: number]

/** The path of a line through points. */
export function linePath(points: readonly Point[]): string {
  return points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
}

const STEPS = [1, 2, 5, 10]
const LINES = 4

/** The lines of a scale that begins at 0 and reaches over the most: at most five of them, at round numbers. */
export function scaleOf(most: number): { readonly ticks: readonly number[]; readonly top: number } {
  const raw = Math.max(1, most) / LINES
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = Math.max(1, (STEPS.find((one) => one * power >= raw) ?? 10) * power)
  const ticks = Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, at) => at * step)
  return { ticks, top: ticks.at(-1) ?? 1 }
}
