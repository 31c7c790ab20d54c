import type { Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { boundsOf } from '#lib/domain/seating/plan/fit-drawing.ts'
import { isInside } from '#lib/domain/seating/plan/is-inside.ts'
import { isStageWord } from '#lib/server/import/plans/pretix/find-stage.ts'
import type { Reading } from '#lib/server/import/read/report.ts'
import type { SvgMapping } from '#lib/server/import/schema/svg-schema.ts'
import { middleOf, type AbsolutePlan, type AbsoluteSeat, type AbsoluteShape } from './absolute/absolute-plan.ts'
import { levelAround } from './svg-names.ts'
import { itemOutlines, leavesOf, textPlace, type SvgItem } from './svg-items.ts'

const MOST_SHAPES = 5_000

/** Shapes and texts under the seats; stages are what has the id that the mapping gives them, or what is called so or holds a text that says so. */
export function readGround(
  items: readonly SvgItem[],
  { seats, stageId }: { readonly seats: readonly AbsoluteSeat[]; readonly stageId: SvgMapping['stage'] },
  { place, notes }: Reading,
): Pick<AbsolutePlan, 'shapes' | 'stage' | 'foci'> {
  const leaves = leavesOf(items)
  const stages = findStages(leaves, stageId).map(({ item, label }) => ({ outline: itemOutlines(item)[0] ?? [], label }))
  const isFree = (outline: readonly Point[]): boolean => !seats.some(({ at: [x, y] }) => isInside(outline, x, y))
  const drawn = stages
    .filter(({ outline }) => outline.length > 2 && isFree(outline))
    .sort((a, b) => extentOf(b.outline) - extentOf(a.outline))
  const shapes = leaves.flatMap((item) => shapeOf(item).map((shape) => ({ ...shape, level: levelAround(item) })))
  if (shapes.length > MOST_SHAPES) notes.warning(place, `of ${String(shapes.length)} shapes the first ${String(MOST_SHAPES)} are drawn`)
  return {
    shapes: shapes.slice(0, MOST_SHAPES),
    stage: drawn[0],
    foci: drawn.length > 1 ? drawn.map(({ outline }) => middleOf(outline)) : undefined,
  }
}

/** The shapes that are stages, with what they are called. */
function findStages(leaves: readonly SvgItem[], stageId: SvgMapping['stage']): { item: SvgItem; label: string }[] {
  const isNamed = ({ element, groups }: SvgItem): boolean =>
    stageId !== undefined
      ? [element, ...groups].some((one) => one.attributes.id === stageId)
      : [element, ...groups.slice(0, 1)].some((one) =>
          [one.attributes.id, one.title, one.attributes['inkscape:label']].some((word) => isStageWord(word ?? '')),
        )
  const shapes = leaves.filter((item) => item.element.name !== 'text')
  const words = leaves.filter((item) => item.element.name === 'text' && isStageWord(item.element.text.trim()))
  const labels = new Map<SvgItem, string>()
  for (const word of words) {
    const [around] = shapes.filter((item) => holds(item, textPlace(word).at)).sort((a, b) => sizeOf(a) - sizeOf(b))
    if (around) labels.set(around, word.element.text.trim())
  }
  const named = shapes.filter(isNamed)
  return [...new Set([...named, ...labels.keys()])].map((item) => ({ item, label: (labels.get(item) ?? item.element.title).slice(0, 60) }))
}

function holds(item: SvgItem, [x, y]: Point): boolean {
  return itemOutlines(item).some((outline) => {
    const { left, right, top, bottom } = boundsOf(outline)
    return x >= left && x <= right && y >= top && y <= bottom
  })
}

function sizeOf(item: SvgItem): number {
  return extentOf(itemOutlines(item).flat())
}

function extentOf(outline: readonly Point[]): number {
  const { left, right, top, bottom } = boundsOf(outline)
  return (right - left) * (bottom - top)
}

function shapeOf(item: SvgItem): AbsoluteShape[] {
  if (item.element.name === 'text') {
    const text = item.element.text.trim().replaceAll(/\s+/g, ' ').slice(0, 200)
    const { at, size, rotation } = textPlace(item)
    const isPlaced = text !== '' && Number.isFinite(at[0] + at[1] + size + rotation)
    return isPlaced ? [{ shape: 'text', at, size, rotation, text, color: item.fill || undefined }] : []
  }
  const color = item.fill || undefined
  const { stroke, style = '' } = item.element.attributes
  const border = /(?:^|;)\s*stroke\s*:\s*([^;]+)/.exec(style)?.[1]?.trim() ?? stroke
  return itemOutlines(item).filter((outline) => outline.length > 2).map((points) => ({ shape: 'polygon', points, color, border })) // prettier-ignore
}
