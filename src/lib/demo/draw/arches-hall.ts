import { circle, line, path, rect, times } from './shapes.ts'

/** Units of the hall's seat plan: the drawing lies behind its seats. */
export const ARCHES = { width: 1_000, height: 720 }

const WALL = '#4b3a2e'
const STONE = '#b59f86'
const WOOD = '#d9b98c'

/** The hall of arches from above: stone walls with an arch in each bay, boards, a carpet between the seats, and the boards of the stage. */
export function archesHall(): string {
  const boards = times(27, (board) => line([[24, 40 + board * 25], [976, 40 + board * 25]], { stroke: '#a57c47', width: 2 })) // prettier-ignore
  const bays = [30, 970].map((x) => times(6, (bay) => drawBay(x, 90 + bay * 108)))
  const stage = path('M300 24H700L665 122Q500 168 335 122Z', { fill: '#8a5a34', stroke: WALL, width: 4 })
  const steps = times(3, (step) => path(`M${String(322 - step * 12)} ${String(134 + step * 12)}Q500 ${String(186 + step * 16)} ${String(678 + step * 12)} ${String(134 + step * 12)}`, { stroke: '#8a5a34', width: 5 })) // prettier-ignore
  return [
    rect([0, 0, 1_000, 720], { fill: STONE }),
    rect([24, 24, 952, 672], { fill: WOOD, stroke: WALL, width: 14 }),
    boards,
    rect([480, 170, 40, 520], { fill: '#8c2f39' }),
    stage,
    steps,
    ...bays,
    rect([430, 686, 140, 24], { fill: WOOD }),
    path('M430 690A70 70 0 0 1 500 620A70 70 0 0 1 570 690', { stroke: WALL, width: 4 }),
  ].join('')
}

function drawBay(x: number, y: number): string {
  return circle([x, y], 46, { fill: STONE, stroke: WALL, width: 6 }) + rect([x - 13, y + 41, 26, 26], { fill: WALL })
}
