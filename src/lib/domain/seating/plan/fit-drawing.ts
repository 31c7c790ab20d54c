import { roundUnits, type LaidOutPlan, type Point } from './laid-out-plan.ts'
import type { PlanArea } from './seatplan.ts'

export interface Bounds {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The smallest axis-aligned rectangle that contains all points; all zeros if there are none. */
export function boundsOf(points: Iterable<Point>): Bounds {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [x, y] of points) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return left <= right ? { left, right, top, bottom } : { left: 0, right: 0, top: 0, bottom: 0 }
}

/** Moves the plan so that its seats and stage start at `margin`, with the same margin on the other sides. */
export function trimDrawing(plan: LaidOutPlan, margin: number): LaidOutPlan {
  const { left, right, top, bottom } = boundsOf([
    ...seatPoints(plan),
    ...(plan.stage?.outline ?? []),
    ...(plan.areas ?? []).flatMap((area) => area.outline),
  ])
  const [dx, dy] = [Math.ceil(margin - left), Math.ceil(margin - top)]
  const size = { width: Math.ceil(right + dx + margin), height: Math.ceil(bottom + dy + margin) }
  return {
    ...moveDrawing(
      plan,
      (x) => x + dx,
      (y) => y + dy,
    ),
    ...size,
  }
}

/** Moves a plan with seats left of its drawing or above it, so that they start at `margin`; any other stays as it is. */
export function moveInside(plan: LaidOutPlan, margin: number): LaidOutPlan {
  const { left, top } = boundsOf(seatPoints(plan))
  if (left >= 0 && top >= 0) return plan
  const [dx, dy] = [left < 0 ? Math.ceil(margin - left) : 0, top < 0 ? Math.ceil(margin - top) : 0]
  const moved = moveDrawing(
    plan,
    (x) => x + dx,
    (y) => y + dy,
  )
  return { ...moved, width: plan.width + dx, height: plan.height + dy }
}

/** Scales the plan. */
export function scaleDrawing(plan: LaidOutPlan, scale: number): LaidOutPlan {
  const size = { width: Math.ceil(plan.width * scale), height: Math.ceil(plan.height * scale), seatSize: roundUnits(plan.seatSize * scale) }
  return {
    ...moveDrawing(
      plan,
      (x) => x * scale,
      (y) => y * scale,
    ),
    ...size,
  }
}

function seatPoints({ seats }: LaidOutPlan): Point[] {
  return seats.map((seat) => [seat.seatplanX, seat.seatplanY])
}

function moveDrawing(plan: LaidOutPlan, moveX: (x: number) => number, moveY: (y: number) => number): LaidOutPlan {
  const place = ([x, y]: Point): Point => [roundUnits(moveX(x)), roundUnits(moveY(y))]
  const label = <T extends { labelX: number; labelY: number; outline: readonly Point[] }>(drawn: T): T => {
    const [labelX, labelY] = place([drawn.labelX, drawn.labelY])
    return { ...drawn, labelX, labelY, outline: drawn.outline.map(place) }
  }
  const seats = plan.seats.map((seat) => {
    const [seatplanX, seatplanY] = place([seat.seatplanX, seat.seatplanY])
    return { ...seat, seatplanX, seatplanY }
  })
  const drawn = { ...plan, stage: plan.stage && label(plan.stage), sections: plan.sections.map(label), seats }
  const size = (length: number): number => roundUnits(moveX(length) - moveX(0))
  return {
    ...drawn,
    ...(plan.foci && { foci: plan.foci.map(place) }),
    ...(plan.levels && { levels: plan.levels.map(({ name, x, y }) => ({ name, x: size(x), y: size(y) })) }),
    ...(plan.tables && { tables: plan.tables.map((table) => ({ ...table, outline: table.outline.map(place) })) }),
    ...(plan.areas && { areas: plan.areas.map((area) => moveArea(area, place, size)) }),
  }
}

function moveArea(area: PlanArea, place: (point: Point) => Point, size: (length: number) => number): PlanArea {
  const [textX, textY] = place([area.textX, area.textY])
  return { ...area, outline: area.outline.map(place), textX, textY, textSize: size(area.textSize) }
}
