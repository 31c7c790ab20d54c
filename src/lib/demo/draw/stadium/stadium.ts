import { pointOnTrack, trackLength, type BowlTrack } from '#lib/domain/seating/layout/bowl-track.ts'
import type { LaidOutPlan, LaidOutSeat, Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import type { Spot } from '../camera.ts'

/** The demo's stadium in three dimensions: its plan's bowl, raised by the distance from the first rows. */

/** Metres of a plan unit: the pitch is 105 m long. */
export const METRES = 105 / 9_800
const RAKE = 1.15
const FIRST_ROW = 2.2
/** Where the storeys of private boxes begin: 29 rows of 38 units behind the first row. Metres. */
const BOXES_FROM = 29 * 38 * METRES

export const TRACK: BowlTrack = { centre: [17_598 / 2, 13_539 / 2], straights: [9_700, 5_300], cornerRadius: 2_480 }
export const PITCH = { across: 105, down: 68 } as const
/** Depth of the stands, outwards from the first rows. Metres. */
export const DEPTH = 14.6
export const TOP = heightAt(DEPTH)

/** Metres from the middle of the pitch. */
export function metres([x, y]: Point): Point {
  return [(x - TRACK.centre[0]) * METRES, (y - TRACK.centre[1]) * METRES]
}

/** Distance of a point outwards from the line of the first rows, a rectangle with round corners. */
export function outwards([x, y]: Point): number {
  const { straights, cornerRadius } = TRACK
  const [across, down] = [Math.abs(x) - (straights[0] / 2) * METRES, Math.abs(y) - (straights[1] / 2) * METRES]
  return Math.hypot(Math.max(across, 0), Math.max(down, 0)) + Math.min(Math.max(across, down), 0) - cornerRadius * METRES
}

export function heightAt(outward: number): number {
  const box = outward > BOXES_FROM ? 1.4 : 0
  return FIRST_ROW + Math.max(0, outward) * RAKE + box
}

export function onStand(point: Point): Spot {
  const [x, y] = metres(point)
  return [x, y, heightAt(outwards([x, y]))]
}

/** A closed line around the bowl, `outward` metres from the first rows and at a height. */
export function ring(outward: number, height: number, steps = 96): Spot[] {
  const whole = trackLength(TRACK)
  return Array.from({ length: steps }, (_, step) => {
    const [x, y] = metres(pointOnTrack(TRACK, (step / steps) * whole, outward / METRES).point)
    return [x, y, height]
  })
}

/** Every `every`th row of a section, each as a few points from end to end. */
export function rowsOf(plan: LaidOutPlan, sectionId: number, every: number): Spot[][] {
  const rows = Map.groupBy(
    plan.seats.filter((seat) => seat.sectionId === sectionId),
    (seat) => seat.rowName,
  )
  return [...rows.values()]
    .filter((_, index) => index % every === 0)
    .map((seats) => thin(seats).map((seat) => onStand([seat.seatplanX, seat.seatplanY])))
}

/** Ends and bends of a row: a point for each 7 degrees that it turns. */
function thin(seats: readonly LaidOutSeat[]): LaidOutSeat[] {
  const inOrder = seats.toSorted((a, b) => a.x - b.x)
  let kept = inOrder[0]?.rotate ?? 0
  return inOrder.filter((seat, index) => {
    if (index > 0 && index < inOrder.length - 1 && Math.abs(seat.rotate - kept) < 7) return false
    kept = seat.rotate
    return true
  })
}

/** The seat of a view: in the middle of its section, slightly above the middle row. */
export function middleSeat(plan: LaidOutPlan, sectionId: number): LaidOutSeat | undefined {
  const section = plan.sections.find(({ id }) => id === sectionId)
  const distance = (seat: LaidOutSeat): number =>
    Math.hypot(seat.seatplanX - (section?.labelX ?? 0), seat.seatplanY - (section?.labelY ?? 0))
  return plan.seats.filter((seat) => seat.sectionId === sectionId).toSorted((a, b) => distance(a) - distance(b))[0]
}
