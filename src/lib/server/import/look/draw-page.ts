import type { LaidOutPicture, LaidOutPlan, LaidOutSeat, Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { writeRemark, type ImportNotes, type Remark } from '#lib/server/import/read/report.ts'
import type { PlanLook } from './look-at-plan.ts'

/** Fills for categories to which the file gives no colour, in turn; numbers and rings beside them say the same without colour. */
const FILLS = ['#4e79a7', '#f28e2b', '#59a14f', '#b07aa1', '#9c755f', '#edc948', '#76b7b2', '#e15759']
const LISTED = 500

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:1.5rem;color:#1c1b1a;background:#fff}
svg{inline-size:100%;block-size:auto;max-block-size:90vh;border:1px solid #8a8580}
h1{font-size:1.4rem}li{overflow-wrap:anywhere}.swatch{display:inline-block;inline-size:.9em;block-size:.9em;border:1px solid #1c1b1a}
@media (prefers-color-scheme:dark){body{color:#f2efec;background:#1c1b1a}svg{background:#fff}}`

/** A page without scripts: the drawing with problems, foci and the best pairs marked, and everything that was noted. */
export function drawPage(look: PlanLook, title: string, notes: ImportNotes): string {
  const { plan } = look
  const categories = [...new Set(plan.seats.map((seat) => seat.category))]
  const fills = new Map(categories.map((name, index) => [name, plan.colours?.[name] ?? FILLS[index % FILLS.length] ?? '#777']))
  const legend = categories.map((name) => {
    const count = plan.seats.filter((seat) => seat.category === name).length
    return `<li><svg class="swatch" viewBox="0 0 1 1" aria-hidden="true"><path d="M0 0h1v1H0z" fill="${fills.get(name) ?? ''}"/></svg> <bdi>${escape(name)}</bdi>: ${String(count)}</li>`
  })
  const parts = [
    `<h1>${escape(title)}</h1>`,
    `<p>${String(plan.seats.length)} seats, ${String(plan.sections.length)} sections. Numbered rings: the best pairs. Diamonds: what seats look to. Crosses: where the best seats are near to. Red rings: seats with a problem.</p>`,
    drawPlan(look, fills),
    `<h2>Categories</h2><ul>${legend.join('')}</ul>`,
    listRemarks('Problems', notes.problems),
    listRemarks('Warnings', notes.warnings),
    listRemarks('Repairs', notes.repairs),
  ]
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title><style>${STYLE}</style>`
  return `<!doctype html>\n<html lang="en"><head>${head}</head><body><main>\n${parts.join('\n')}\n</main></body></html>\n`
}

function listRemarks(title: string, remarks: readonly Remark[]): string {
  const items = remarks.slice(0, LISTED).map((remark) => `<li>${escape(writeRemark(remark))}</li>`)
  if (remarks.length > LISTED) items.push(`<li>and ${String(remarks.length - LISTED)} more</li>`)
  return `<h2>${title}: ${String(remarks.length)}</h2><ul>${items.join('')}</ul>`
}

function drawPlan({ plan, foci, best, wrong }: PlanLook, fills: ReadonlyMap<string, string>): string {
  const radius = plan.seatSize / 2
  const seats = plan.seats.map((seat) => drawSeat(seat, radius, fills.get(seat.category) ?? ''))
  const rings = wrong.map((seat) => `<circle ${centre(seat)} r="${radius * 1.6}" fill="none" stroke="#c00" stroke-width="${radius / 2}"/>`)
  const pairs = best.flatMap((pair, index) => pair.map((seat) => drawRank(seat, radius, index + 1)))
  const crosses = foci.map(([x, y]) => `<path d="M${x - radius * 2} ${y}h${radius * 4}M${x} ${y - radius * 2}v${radius * 4}" stroke="#c0f" stroke-width="${radius / 2}"/>`) // prettier-ignore
  const diamonds = (plan.foci ?? []).map(([x, y]) => `<path d="M${x} ${y - radius * 2}l${radius * 2} ${radius * 2}l${-radius * 2} ${radius * 2}l${-radius * 2} ${-radius * 2}z" fill="#c0f" stroke="#fff"/>`) // prettier-ignore
  const drawn = [...drawGround(plan), ...seats, ...pairs, ...rings, ...crosses, ...diamonds]
  return `<svg viewBox="0 0 ${plan.width} ${plan.height}" role="img" aria-label="Drawing of the plan">${drawn.join('')}</svg>`
}

function drawGround({ stage, picture, areas = [], tables = [], sections, seatSize }: LaidOutPlan): string[] {
  const behind = picture ? [drawBehind(picture)] : []
  const shapesOfFile = areas.flatMap(({ outline, fill, line, text, textX, textY, textSize, textColour, rotate, isUnderSeats }) => [
    ...(outline.length > 0
      ? [
          `<polygon points="${pointsOf(outline)}" fill="${escape(fill ?? 'none')}" fill-opacity="${isUnderSeats ? '.14' : '1'}" stroke="${escape(line ?? 'none')}"/>`,
        ]
      : []),
    ...(text === ''
      ? []
      : [
          `<g transform="rotate(${rotate} ${textX} ${textY})">${lettering({ at: [textX, textY], text, size: textSize, colour: textColour })}</g>`,
        ]),
  ])
  const drawn = [...behind, ...shapesOfFile]
  const shapes = tables.map(({ outline }) => `<polygon points="${pointsOf(outline)}" fill="#fff" stroke="#555"/>`)
  const outlines = sections
    .filter((section) => section.outline.length > 0)
    .map((section) => `<polygon points="${pointsOf(section.outline)}" fill="#0001" stroke="#8a8580"/>`)
  const names = sections.map((section) => lettering({ at: [section.labelX, section.labelY], text: section.name, size: seatSize }))
  if (!stage) return [...drawn, ...outlines, ...shapes, ...names]
  if (areas.some(({ outline }) => pointsOf(outline) === pointsOf(stage.outline))) return [...drawn, ...outlines, ...shapes, ...names]
  const ground = `<polygon points="${pointsOf(stage.outline)}" fill="#ddd" stroke="#555"/>`
  return [
    ...drawn,
    ground,
    ...outlines,
    ...shapes,
    ...names,
    lettering({ at: [stage.labelX, stage.labelY], text: stage.label, size: seatSize }),
  ]
}

/** As faintly as the map shows it. */
function drawBehind({ content, x, y, width, height }: LaidOutPicture): string {
  const href = content.startsWith('data:') ? content : `data:image/svg+xml;base64,${Buffer.from(content).toString('base64')}`
  return `<image href="${href}" x="${x}" y="${y}" width="${width}" height="${height}" opacity=".12"/>`
}

function drawSeat(seat: LaidOutSeat, radius: number, fill: string): string {
  const title = `${seat.rowName}/${seat.seatName} ${seat.category}${seat.features.length > 0 ? ` (${seat.features.join(', ')})` : ''}`
  return `<circle ${centre(seat)} r="${radius}" fill="${fill}"><title>${escape(title)}</title></circle>`
}

function drawRank(seat: LaidOutSeat, radius: number, rank: number): string {
  const ring = `<circle ${centre(seat)} r="${radius * 1.1}" fill="#fff" stroke="#000" stroke-width="${radius / 5}"/>`
  return ring + lettering({ at: [seat.seatplanX, seat.seatplanY], text: String(rank), size: radius * 1.2 })
}

/** A text, its middle and its size; without a colour it is black. */
interface Lettering {
  readonly at: Point
  readonly text: string
  readonly size: number
  readonly colour?: string
}

function lettering({ at: [x, y], text, size, colour = '#000' }: Lettering): string {
  return `<text x="${x}" y="${y}" font-size="${size}" text-anchor="middle" dominant-baseline="central" fill="${escape(colour)}">${escape(text)}</text>`
}

function centre(seat: LaidOutSeat): string {
  return `cx="${seat.seatplanX}" cy="${seat.seatplanY}"`
}

function pointsOf(points: readonly Point[]): string {
  return points.map(([x, y]) => `${x},${y}`).join(' ')
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
