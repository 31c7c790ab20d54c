import { boundsOf, moveInside } from '#lib/domain/seating/plan/fit-drawing.ts'
import { roundUnits, type LaidOutPlan, type Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { centreOf } from '#lib/domain/seating/plan/plan-geometry.ts'
import { setApart } from './set-apart.ts'

const MARGIN = 60
/** Between what is drawn and what is not, in sizes of a seat. */
const APART = 4

/** Sections by their levels, in the order in which the sections come; undefined: there are none. */
export function levelNames(levels: readonly (string | undefined)[]): readonly string[] | undefined {
  const names = [...new Set(levels.filter((name) => name !== undefined))]
  return names.length > 1 ? names : undefined
}

/**
 * Gives a plan its levels, drawn apart from each other.
 * @param names by section, in their order; fewer than two levels: none
 * @param focus what seats look to
 */
export function layOutLevels(plan: LaidOutPlan, names: readonly (string | undefined)[], focus: Point | undefined): LaidOutPlan {
  const levels = levelNames(names)
  if (!levels) return plan
  const sections = plan.sections.map((section, at) => ({ ...section, level: levels.indexOf(names[at] ?? '') }))
  const levelOf = new Map(sections.map(({ id, level, isDrawn }) => [id, isDrawn === false ? -1 : level]))
  const grounds = levels.map((_name, level) => ({
    seats: plan.seats
      .filter(({ sectionId }) => levelOf.get(sectionId) === level)
      .map(({ seatplanX, seatplanY }): Point => [seatplanX, seatplanY]),
    corners: sections.filter((section) => section.level === level).flatMap(({ outline }) => outline),
  }))
  const moves = setApart(grounds, focus ?? (plan.stage ? centreOf(plan.stage.outline) : undefined), plan.seatSize)
  const placed = levels.map((name, at) => ({ name, x: moves[at]?.[0] ?? 0, y: moves[at]?.[1] ?? 0 }))
  const moved = moveLevels({ ...plan, sections, levels: placed }, 1)
  return placed.some(({ x, y }) => x !== 0 || y !== 0) ? growToFit(moved) : moved
}

/** The plan as its file draws it, with its levels over each other. */
export function drawnOver(plan: LaidOutPlan): LaidOutPlan {
  return moveLevels(plan, -1)
}

/** Moves everything of each level as the level says, or back. */
function moveLevels(plan: LaidOutPlan, times: 1 | -1): LaidOutPlan {
  const { levels = [] } = plan
  const by = (level: number | undefined) => {
    const { x: dx, y: dy } = levels[level ?? -1] ?? { x: 0, y: 0 }
    return ([x, y]: Point): Point => [roundUnits(x + dx * times), roundUnits(y + dy * times)]
  }
  const levelOf = new Map(plan.sections.map(({ id, level }) => [id, level]))
  const seats = plan.seats.map((seat) => {
    const [seatplanX, seatplanY] = by(levelOf.get(seat.sectionId))([seat.seatplanX, seat.seatplanY])
    return { ...seat, seatplanX, seatplanY }
  })
  const sections = plan.sections.map((section) => {
    const move = by(section.level)
    const [labelX, labelY] = move([section.labelX, section.labelY])
    return { ...section, outline: section.outline.map(move), labelX, labelY }
  })
  const tables = plan.tables?.map((table) => ({ ...table, outline: table.outline.map(by(levelOf.get(table.sectionId))) }))
  const areas = plan.areas?.map((area) => {
    const [textX, textY] = by(area.level)([area.textX, area.textY])
    return { ...area, outline: area.outline.map(by(area.level)), textX, textY }
  })
  return { ...plan, seats, sections, ...(tables && { tables }), ...(areas && { areas }) }
}

/** Sections that are not drawn, each where no other seat is, so that its rows are rows and come after all that are seen. */
export function setUndrawnApart(plan: LaidOutPlan): LaidOutPlan {
  const undrawn = plan.sections.filter(({ isDrawn }) => isDrawn === false)
  if (undrawn.length === 0) return plan
  const seatsOf = (isOf: (sectionId: number) => boolean): Point[] =>
    plan.seats.filter(({ sectionId }) => isOf(sectionId)).map(({ seatplanX, seatplanY }) => [seatplanX, seatplanY])
  const hidden = new Set(undrawn.map(({ id }) => id))
  let { bottom } = boundsOf([...seatsOf((id) => !hidden.has(id)), ...(plan.stage?.outline ?? [])])
  const moveOf = new Map<number, Point>()
  for (const { id } of undrawn) {
    const own = boundsOf(seatsOf((one) => one === id))
    const down = bottom + plan.seatSize * APART - own.top
    moveOf.set(id, [MARGIN - own.left, down])
    bottom = own.bottom + down
  }
  const seats = plan.seats.map((seat) => {
    const [x, y] = moveOf.get(seat.sectionId) ?? [0, 0]
    return { ...seat, seatplanX: roundUnits(seat.seatplanX + x), seatplanY: roundUnits(seat.seatplanY + y) }
  })
  return growToFit({ ...plan, seats })
}

/** The drawing as large as its levels need beside each other. */
function growToFit(plan: LaidOutPlan): LaidOutPlan {
  const { right, bottom } = boundsOf([
    ...plan.seats.map(({ seatplanX, seatplanY }): Point => [seatplanX, seatplanY]),
    ...plan.sections.flatMap(({ outline }) => outline),
  ])
  const [width, height] = [Math.max(plan.width, right + MARGIN), Math.max(plan.height, bottom + MARGIN)].map(Math.ceil) as [number, number]
  return moveInside({ ...plan, width, height }, MARGIN)
}
