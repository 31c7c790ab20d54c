import type { LaidOutPlan, LaidOutSeat, Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import type { AbsolutePlan, AbsoluteShape } from './absolute-plan.ts'
import { writeAsPretix } from './write-as-pretix.ts'

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
  if (form === 'points') return { text: toJson(pointsOf(plan, name)), lost: [] }
  if (form === 'svg') return { text: drawingOf(plan, name), lost: standing }
  if (plan.source !== undefined) return { text: toJson(plan.source), lost: [] }
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
  return [...new Set(seats.map((seat) => seat.category))].map((name) => ({ name, color: colours?.[name] }))
}

/** Areas but the stage, which is said by itself. */
function groundOf({ areas = [], stage }: LaidOutPlan): NonNullable<LaidOutPlan['areas']> {
  const outline = JSON.stringify(stage?.outline)
  return areas.filter((area) => JSON.stringify(area.outline) !== outline)
}

function pointsOf(plan: LaidOutPlan, name: string): object {
  const sectionOf = sectionNames(plan)
  return {
    format: 'points',
    name,
    width: plan.width,
    height: plan.height,
    categories: categoriesOf(plan),
    ...(plan.stage && { stage: { outline: plan.stage.outline, label: plan.stage.label } }),
    sections: plan.sections.map(({ id, name: own, isReserved, capacity, category, outline, labelX, labelY }) => ({
      id,
      name: own,
      ...(!isReserved && { capacity, category }),
      ...(outline.length > 2 && { outline, labelAt: [labelX, labelY] }),
    })),
    shapes: groundOf(plan).map((area) => {
      const { fill, line, text, textX: x, textY: y, textSize: size, textColour, rotate: rotation } = area
      if (area.outline.length === 0) return { shape: 'text', x, y, text, size, rotation, color: textColour }
      return { shape: 'polygon', points: area.outline, ...(fill !== null && { color: fill }), ...(line !== null && { border: line }), text }
    }),
    seats: plan.seats.map((seat) => ({
      x: seat.seatplanX,
      y: seat.seatplanY,
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

function pretixOf(plan: LaidOutPlan, name: string): object {
  const sectionOf = sectionNames(plan)
  const place = { file: '', path: [] }
  const absolute: AbsolutePlan = {
    name,
    size: { width: plan.width, height: plan.height },
    categories: categoriesOf(plan),
    sections: plan.sections.map((section) => ({ name: section.name, capacity: section.isReserved ? undefined : section.capacity, place })),
    stage: plan.stage ?? undefined,
    shapes: groundOf(plan).map((area): AbsoluteShape => {
      const [color, border] = [area.fill ?? undefined, area.line ?? undefined]
      if (area.outline.length > 0) return { shape: 'polygon', points: area.outline, color, border, text: area.text || undefined }
      const at: Point = [area.textX, area.textY]
      return { shape: 'text', at, text: area.text, size: area.textSize, rotation: area.rotate, color: area.textColour }
    }),
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
  return writeAsPretix(absolute, guids, plan.seatSize / 2).written
}

function drawingOf(plan: LaidOutPlan, name: string): string {
  const sectionOf = sectionNames(plan)
  const shapes = groundOf(plan).flatMap((area) => [
    ...(area.outline.length > 0 ? [polygon(area.outline, { fill: area.fill ?? 'none', stroke: area.line ?? 'none' })] : []),
    ...(area.text === '' ? [] : [lettering(area)]),
  ])
  const stage = plan.stage ? [polygon(plan.stage.outline, { id: 'stage', fill: '#dddddd' }, plan.stage.label)] : []
  const seats = plan.seats.map((seat) => {
    const said = {
      section: sectionOf(seat),
      row: seat.rowName,
      seat: seat.seatName,
      category: seat.category,
      guid: seat.guid,
      features: seat.features.join(','),
    }
    const data = Object.entries(said).filter(([, value]) => value !== '').map(([key, value]): [string, string] => [`data-${key}`, value]) // prettier-ignore
    const drawn = { cx: seat.seatplanX, cy: seat.seatplanY, r: plan.seatSize / 2, fill: plan.colours?.[seat.category] ?? '#4e79a7' }
    const named: Record<string, string> = Object.fromEntries(data)
    return `<circle${attributes({ ...named, ...drawn })}/>`
  })
  const head = attributes({ xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${plan.width} ${plan.height}` })
  return `<svg${head}>\n<title>${escape(name)}</title>\n${[...stage, ...shapes, ...seats].join('\n')}\n</svg>\n`
}

function polygon(points: readonly Point[], more: Readonly<Record<string, string>>, title = ''): string {
  const opening = `<polygon${attributes({ ...more, points: points.map(([x, y]) => `${x},${y}`).join(' ') })}`
  return title === '' ? `${opening}/>` : `${opening}><title>${escape(title)}</title></polygon>`
}

function lettering({ text, textX: x, textY: y, textSize, textColour, rotate }: NonNullable<LaidOutPlan['areas']>[number]): string {
  const turned: Record<string, string> = rotate === 0 ? {} : { transform: `rotate(${rotate} ${x} ${y})` }
  return `<text${attributes({ x, y, 'font-size': textSize, fill: textColour, 'text-anchor': 'middle', ...turned })}>${escape(text)}</text>`
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values).map(([key, value]) => ` ${key}="${escape(String(value))}"`).join('') // prettier-ignore
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
