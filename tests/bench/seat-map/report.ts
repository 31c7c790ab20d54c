import type { PickerName } from './bundle.ts'
import type { Figures } from './measure.ts'

type Found = ReadonlyMap<PickerName, Figures | string>

const COLUMNS = [
  ['painted', 'painted ms'],
  ['frame', 'p95 frame ms'],
  ['select', 'select ms'],
  ['megabytes', 'renderer MB'],
  ['travelled', '… travelled'],
  ['kilobytes', 'script kB'],
  ['nodes', 'elements'],
] as const

/** Absolute limits at 100,000 seats. */
const LIMITS = { painted: 100, frame: 33, select: 16, megabytes: 25, kilobytes: 15 } as const

/** A display of 60 Hz shows a frame every 16.7 ms; who stays below this misses none. */
const AT_RATE = 25

export function header(): string {
  return ['', ...COLUMNS.map(([, title]) => title)].map(pad).join('')
}

/** The line of a picker; behind a peer's figure, how many times ours it is. */
export function line(name: PickerName, found: Found): string {
  const [ours, figures] = [found.get('ours'), found.get(name)]
  if (typeof figures !== 'object') return `${pad(name, 0)}${figures ?? ''}`
  const cells = COLUMNS.map(([key]) => cell(figures[key], name !== 'ours' && typeof ours === 'object' ? ours[key] : 0))
  return [name, ...cells].map(pad).join('')
}

function cell(value: number, ours: number): string {
  return value.toFixed(1) + (ours > 0 ? ` (×${(value / ours).toFixed(1)})` : '')
}

function pad(text: string, at: number): string {
  return at === 0 ? text.padEnd(16) : text.padStart(20)
}

/** Which limits hold, and against whom we are ahead. */
export function gates(seats: number, found: Found): string[] {
  const ours = found.get('ours')
  if (typeof ours !== 'object') return ['ours did not finish']
  const lines: string[] = []
  for (const [key, title] of COLUMNS) {
    if (key === 'nodes' || key === 'travelled') continue
    if (seats >= 100_000) lines.push(verdict(ours[key] <= LIMITS[key], `${title} ${ours[key].toFixed(1)}, at most ${LIMITS[key]}`))
    for (const [name, theirs] of found) {
      if (name === 'ours' || name === 'konva-by-hand') continue
      if (name === 'canvas') {
        if ((key === 'painted' || key === 'frame') && typeof theirs === 'object') lines.push(besideCanvas(title, ours[key] / theirs[key]))
        continue
      }
      // Circles alone are no library: that page knows no states, no touch and no keyboard, so its script is no measure for ours.
      if (key === 'kilobytes' && name === 'circles') continue
      if (typeof theirs === 'string') lines.push(`ahead of ${name}: ${theirs}`)
      else if (key === 'frame' && Math.max(ours.frame, theirs.frame) < AT_RATE)
        lines.push(`level  ${title}: ${name} keeps the display's rate too`)
      else lines.push(verdict(ours[key] < theirs[key], `${title} ahead of ${name}`))
    }
  }
  return lines
}

/** The bare canvas is what a map can hardly be quicker than. */
function besideCanvas(title: string, ratio: number): string {
  return verdict(ratio <= 1, `${title} ${ratio.toFixed(2)} times that of one canvas filled with the same seats, at most 1.0`)
}

function verdict(holds: boolean, sentence: string): string {
  return `${holds ? 'holds ' : 'FAILS '} ${sentence}`
}
