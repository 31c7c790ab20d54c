import { drawnOver } from '#lib/domain/seating/layout/lay-out-levels.ts'
import { boundsOf } from '#lib/domain/seating/plan/fit-drawing.ts'
import type { LaidOutPlan, LaidOutSeat, Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import type { AbsolutePlan, AbsoluteShape } from './absolute/absolute-plan.ts'
import { writeAsPretix } from './absolute/write-as-pretix.ts'

/** The forms that a plan is written in. */
export const EXPORTS = ['pretix', 'svg', 'points'] as const
export type ExportForm = (typeof EXPORTS)[number]

/** A plan as a file, and what of it the form cannot say. */
export interface ExportedPlan {
  readonly text: string
  readonly lost: readonly string[]
}

/** Writes a plan so that an import of the file gives it again. A pretix plan that was read is written as it was, with what only its own system knows. */
export function exportPlan(plan: LaidOutPlan, name: string, form: ExportForm): ExportedPlan {
  const standing = plan.sections.filter((section) => !section.isReserved).map((section) => `the places of "${section.name}"`)
  const whole = (plan.tables ?? []).filter((table) => table.sellWhole).length
  if (whole > 0) standing.push(`that ${String(whole)} tables are sold whole, which "tables" says`)
  const undrawn = plan.sections.filter(({ isDrawn }) => isDrawn === false).map((section) => `that "${section.name}" is in the list only`)
  standing.push(...undrawn)
  const picture = plan.picture ? ['the picture behind the seats, which "picture" says'] : []
  if (form === 'points') return { text: toJson(pointsOf(drawnOver(plan), name)), lost: picture }
  standing.push(...picture)
  if (form === 'svg') return { text: drawingOf(drawnOver(plan), name), lost: standing }
  if (plan.levels) standing.push(`its ${String(plan.levels.length)} levels, which "levels" says`)
  if (plan.source !== undefined) return { text: toJson(plan.source), lost: picture }
  const featured = plan.seats.filter((seat) => seat.features.length > 0).length
  const lost = featured > 0 ? [...standing, `the features of ${String(featured)} seats, which "seatFeatures" says by guid`] : standing
  return { text: toJson(pretixOf(plan, name)), lost }
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 1)}\n`
}

function sectionNames(plan: LaidOutPlan): (seat: LaidOutSeat) => string {
  const names = new Map(plan.sections.map((section) => [section.id, section.name]))
  return (seat) => names.get(seat.sectionId) ?? ''
}

function categoriesOf({ seats, colours }: LaidOutPlan): { name: string; color?: string | undefined }[] {
  return [...new Set([...Object.keys(colours ?? {}), ...seats.map((seat) => seat.category)])].map((name) => ({
    name,
    color: colours?.[name],
  }))
}

type Area = NonNullable<LaidOutPlan['areas']>[number]

/** The stage is one of the areas, or drawn by us. */
function isStage({ stage }: LaidOutPlan, { outline }: Area): boolean {
  return stage !== null && outline.length > 0 && JSON.stringify(outline) === JSON.stringify(stage.outline)
}

/** What seats look to, where it is not the middle of the one stage. */
function fociOf({ stage, foci = [] }: LaidOutPlan): readonly Point[] {
  const { left, right, top, bottom } = boundsOf(stage?.outline ?? [])
  const isPlain = stage !== null && foci.every(([x, y]) => Math.abs(x - (left + right) / 2) + Math.abs(y - (top + bottom) / 2) < 0.1)
  return isPlain ? [] : foci
}

function pointsOf(plan: LaidOutPlan, name: string): object {
  const sectionOf = sectionNames(plan)
  const undrawn = new Set(plan.sections.filter(({ isDrawn }) => isDrawn === false).map(({ id }) => id))
  return {
    format: 'points',
    name,
    width: plan.width,
    height: plan.height,
    categories: categoriesOf(plan),
    ...(plan.stage && { stage: { outline: plan.stage.outline, label: plan.stage.label } }),
    ...(fociOf(plan).length > 0 && { foci: fociOf(plan) }),
    sections: plan.sections.map(({ id, name: own, isReserved, capacity, category, outline, labelX, labelY, level }) => ({
      id,
      name: own,
      ...levelNamed(plan, level),
      ...(!isReserved && { capacity, category }),
      ...(outline.length > 2 && { outline, labelAt: [labelX, labelY] }),
    })),
    ...(plan.tables && {
      tables: plan.tables.map(({ y, sectionId, kind, sellWhole, outline }) => ({
        ...rowOf(plan, sectionId, y),
        kind,
        sellWhole,
        ...(outline.length > 2 && { outline }),
      })),
    }),
    shapes: (plan.areas ?? []).flatMap((area) => {
      const { outline: points, fill, line, text, textX: x, textY: y, textSize: size, textColour: color, rotate: rotation } = area
      const level = levelNamed(plan, area.level)
      const polygon = { shape: 'polygon', points, ...level, ...(fill !== null && { color: fill }), ...(line !== null && { border: line }) }
      return [
        ...(points.length > 0 ? [polygon] : []),
        ...(text === '' ? [] : [{ shape: 'text', x, y, text, size, rotation, color, ...level }]),
      ]
    }),
    seats: plan.seats.map((seat) => ({
      ...(!undrawn.has(seat.sectionId) && { x: seat.seatplanX, y: seat.seatplanY }),
      section: sectionOf(seat),
      row: seat.rowName,
      seat: seat.seatName,
      category: seat.category,
      ...(seat.features.length > 0 && { features: seat.features }),
      guid: seat.guid,
      radius: plan.seatSize / 2,
    })),
  }
}

function levelNamed({ levels = [] }: LaidOutPlan, level: number | undefined): { level?: string } {
  const name = levels[level ?? -1]?.name
  return name === undefined ? {} : { level: name }
}

/** A row by the names of its section and its own. */
function rowOf(plan: LaidOutPlan, sectionId: number, y: number): { section: string; row: string } {
  const seat = plan.seats.find((one) => one.sectionId === sectionId && one.y === y)
  return { section: plan.sections.find(({ id }) => id === sectionId)?.name ?? '', row: seat?.rowName ?? '' }
}

/** The shapes of tables, as the forms that know no tables draw them. */
function tableShapes({ tables = [] }: LaidOutPlan): Point[][] {
  return tables.filter(({ outline }) => outline.length > 2).map(({ outline }) => [...outline])
}

function pretixOf(plan: LaidOutPlan, name: string): object {
  const sectionOf = sectionNames(plan)
  const place = { file: '', path: [] }
  const absolute: AbsolutePlan = {
    name,
    size: { width: plan.width, height: plan.height },
    categories: categoriesOf(plan),
    sections: plan.sections.map((section) => ({ name: section.name, capacity: section.isReserved ? undefined : section.capacity, place })),
    stage: plan.stage ?? undefined,
    shapes: [...tableShapes(plan).map((points): AbsoluteShape => ({ shape: 'polygon', points, border: '#8a8580' })), ...shapesOf(plan)],
    seats: plan.seats.map((seat) => ({
      at: [seat.seatplanX, seat.seatplanY],
      section: sectionOf(seat),
      row: seat.rowName,
      name: seat.seatName,
      category: seat.category,
      features: seat.features,
      place,
    })),
  }
  const guids = plan.seats.map((seat) => seat.guid)
  return writeAsPretix(absolute, { guids, radius: plan.seatSize / 2 }).written
}

/** What is drawn under the seats; a stage that is drawn by us is first, named so that it is known again. */
function shapesOf(plan: LaidOutPlan): AbsoluteShape[] {
  const { areas = [], stage } = plan
  const own: AbsoluteShape[] =
    stage && !areas.some((area) => isStage(plan, area))
      ? [{ shape: 'polygon', points: stage.outline, ...STAGE_PAINT, text: stage.label || 'stage' }]
      : []
  const drawn = areas.flatMap((area): AbsoluteShape[] => {
    const { outline: points, fill, line, text, textX, textY, textSize: size, textColour: color, rotate: rotation } = area
    const polygon: AbsoluteShape = { shape: 'polygon', points, color: fill ?? undefined, border: line ?? undefined }
    const at: Point = [textX, textY]
    return [...(points.length > 0 ? [polygon] : []), ...(text === '' ? [] : [{ shape: 'text' as const, at, text, size, rotation, color }])]
  })
  return [...own, ...drawn]
}

/** A stage that the file gave no colours. */
const STAGE_PAINT = { color: '#dddddd', border: '#888888' }

function drawingOf(plan: LaidOutPlan, name: string): string {
  const sectionOf = sectionNames(plan)
  const { areas = [] } = plan
  const onLevel = (level: number | undefined): Readonly<Record<string, string>> => {
    const { level: called } = levelNamed(plan, level)
    return called === undefined ? {} : { 'data-level': called }
  }
  const nameOf = (area: Area): Readonly<Record<string, string>> => ({ ...(isStage(plan, area) && { id: 'stage' }), ...onLevel(area.level) })
  const shapes = areas.flatMap((area) => {
    const paint = { ...nameOf(area), fill: area.fill ?? 'none', stroke: area.line ?? 'none' }
    const title = isStage(plan, area) ? (plan.stage?.label ?? '') : ''
    return [
      ...(area.outline.length > 0 ? [polygon(area.outline, paint, title)] : []),
      ...(area.text === '' ? [] : [lettering(area, onLevel(area.level))]),
    ]
  })
  const isOwn = plan.stage && !areas.some((area) => isStage(plan, area))
  const paint = { id: 'stage', fill: STAGE_PAINT.color, stroke: STAGE_PAINT.border }
  const stage = isOwn ? [polygon(plan.stage.outline, paint, plan.stage.label)] : []
  const tables = tableShapes(plan).map((points) => polygon(points, { fill: 'none', stroke: '#8a8580' }))
  const levels = new Map(plan.sections.map(({ id, level }) => [id, level]))
  const seats = plan.seats.map((seat) => {
    const said = {
      section: sectionOf(seat),
      level: levelNamed(plan, levels.get(seat.sectionId)).level ?? '',
      row: seat.rowName,
      seat: seat.seatName,
      category: seat.category,
      guid: seat.guid,
      features: seat.features.join(','),
    }
    const data = Object.entries(said).filter(([, value]) => value !== '').map(([key, value]): [string, string] => [`data-${key}`, value]) // prettier-ignore
    const colour = plan.colours?.[seat.category]
    const paint: Readonly<Record<string, string>> = colour === undefined ? { fill: 'none', stroke: '#555555' } : { fill: colour }
    const drawn = { cx: seat.seatplanX, cy: seat.seatplanY, r: plan.seatSize / 2, ...paint }
    const named: Record<string, string> = Object.fromEntries(data)
    return `<circle${attributes({ ...named, ...drawn })}/>`
  })
  const foci = fociOf(plan)
    .map((point) => point.join(','))
    .join(' ')
  const head = attributes({
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${plan.width} ${plan.height}`,
    ...(foci === '' ? {} : { 'data-foci': foci }),
  })
  return `<svg${head}>\n<title>${escape(name)}</title>\n${[...stage, ...shapes, ...tables, ...seats].join('\n')}\n</svg>\n`
}

function polygon(points: readonly Point[], more: Readonly<Record<string, string>>, title = ''): string {
  const opening = `<polygon${attributes({ ...more, points: points.map(([x, y]) => `${x},${y}`).join(' ') })}`
  return title === '' ? `${opening}/>` : `${opening}><title>${escape(title)}</title></polygon>`
}

function lettering({ text, textX: x, textY: y, textSize, textColour, rotate }: Area, more: Readonly<Record<string, string>>): string {
  const turned: Record<string, string> = rotate === 0 ? {} : { transform: `rotate(${rotate} ${x} ${y})` }
  return `<text${attributes({ ...more, x, y, 'font-size': textSize, fill: textColour, 'text-anchor': 'middle', 'dominant-baseline': 'central', ...turned })}>${escape(text)}</text>`
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values).map(([key, value]) => ` ${key}="${escape(String(value))}"`).join('') // prettier-ignore
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
