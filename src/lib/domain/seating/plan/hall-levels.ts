import type { HallTable } from './hall-tables.ts'
import { boxOf, type Box, type Hall, type HallSection } from './seat-hall.ts'
import type { PlanArea, PlanLevel, PlanStage } from './seatplan.ts'

/** Where nothing is seen, labelled or pressed. */
const FAR = -1e9
const NOWHERE: Box = [FAR, FAR, FAR, FAR]

/**
 * A hall as its map shows it on one level: every index means the same, seats of other levels and those that are not drawn stand nowhere (NaN), and their
 * sections, rows and tables have nothing to draw. The stage, the picture and what belongs to no level are where this level has them.
 */
export function hallAtLevel(hall: Hall, level: number): Hall {
  const move = hall.levels?.[level] ?? { x: 0, y: 0 }
  const isShown = ({ level: own, isDrawn }: { readonly level?: number | undefined; readonly isDrawn?: boolean | undefined }): boolean =>
    isDrawn !== false && (own === undefined || own === level)
  const sections = hall.sections.map((section): HallSection =>
    isShown(section) ? section : { ...section, outline: [], labelX: FAR, labelY: FAR, box: NOWHERE },
  )
  const [x, y] = [hall.x.slice(), hall.y.slice()]
  for (const section of hall.sections) {
    if (isShown(section)) continue
    x.fill(NaN, section.first, section.end)
    y.fill(NaN, section.first, section.end)
  }
  const rows = hall.rows.map((row) => (isShown(hall.sections[row.section] ?? {}) ? row : { ...row, end: row.first }))
  const stage = hall.stage && moveStage(hall.stage, move)
  const areas = hall.areas?.filter(isShown).map((area) => (area.level === undefined ? moveArea(area, move) : area))
  const picture = hall.picture && { ...hall.picture, x: hall.picture.x + move.x, y: hall.picture.y + move.y }
  const isTableShown = ({ first }: HallTable): boolean => isShown(hall.sections[hall.section[first] ?? -1] ?? {})
  const tables = hall.tables && { ...hall.tables, all: hall.tables.all.filter(isTableShown) }
  const box = boxOf(sections.filter(isShown), stage, areas)
  const own = { sections, x, y, rows, stage, picture, areas, tables, box }
  return Object.create(hall, Object.fromEntries(Object.entries(own).map(([key, value]) => [key, { value }]))) as Hall
}

type Move = Pick<PlanLevel, 'x' | 'y'>

function moveStage(stage: PlanStage, { x: dx, y: dy }: Move): PlanStage {
  return { ...stage, outline: stage.outline.map(([x, y]) => [x + dx, y + dy]), labelX: stage.labelX + dx, labelY: stage.labelY + dy }
}

function moveArea(area: PlanArea, { x: dx, y: dy }: Move): PlanArea {
  return { ...area, outline: area.outline.map(([x, y]) => [x + dx, y + dy]), textX: area.textX + dx, textY: area.textY + dy }
}
