import type { Hall, HallSection } from '#lib/domain/seating/plan/seat-hall.ts'

/** A hall with more sections is a stadium around a pitch: each section has a middle of its own. */
const SECTIONS_OF_A_HALL = 8

/**
 * How early each seat sells, by its index: 0 for the best, about 2 for the worst. The best seats of a hall are in the middle at `depth` from the
 * stage (0: the first row, 1: the last), those of a stadium in the middle of each section.
 */
export function seatWorth(hall: Hall, depth: number): Float32Array {
  return hall.sections.length > SECTIONS_OF_A_HALL ? worthInStadium(hall) : worthInHall(hall, depth)
}

function worthInHall({ x, y, count, stage, box: [left, top, right, bottom] }: Hall, depth: number): Float32Array {
  const middle = (left + right) / 2
  const stageY = stage?.labelY ?? top
  const [wide, far] = [Math.max(1, (right - left) / 2), Math.max(1, bottom - stageY)]
  return Float32Array.from({ length: count }, (_, seat) => {
    const aside = Math.abs((x[seat] ?? 0) - middle) / wide
    const away = Math.abs((y[seat] ?? 0) - stageY) / far
    return aside + Math.abs(away - depth) * 0.9
  })
}

function worthInStadium({ x, y, count, section, sections, box }: Hall): Float32Array {
  const middles = sections.map((one) => middleOf(one))
  const [centreX, centreY] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]
  const reach = Math.hypot(box[2] - box[0], box[3] - box[1]) / 2
  return Float32Array.from({ length: count }, (_, seat) => {
    const [ownX, ownY, radius] = middles[section[seat] ?? 0] ?? [0, 0, 1]
    const off = Math.hypot((x[seat] ?? 0) - ownX, (y[seat] ?? 0) - ownY) / radius
    return off + Math.hypot(ownX - centreX, ownY - centreY) / reach
  })
}

function middleOf({ box: [left, top, right, bottom] }: HallSection): readonly [number, number, number] {
  return [(left + right) / 2, (top + bottom) / 2, Math.max(1, Math.hypot(right - left, bottom - top) / 2)]
}
