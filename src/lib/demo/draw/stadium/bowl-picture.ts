import type { LaidOutPlan, LaidOutSection } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { simplifyOutline } from '#lib/domain/seating/plan/plan-geometry.ts'
import { cameraAt, depthOf, scaleAt, see, seeLine, seeSurface, trace, type Camera, type Pixel } from '../camera.ts'
import { chance, circle, path, rect, short, upTo } from '../shapes.ts'
import { drawBoards, drawGround } from './stadium-field.ts'
import { DEPTH, heightAt, onStand, ring, rowsOf, TOP } from './stadium.ts'

/** Draws a hall with the outline of each section, for its image map. */
export interface MappedPicture {
  readonly width: number
  readonly height: number
  readonly svg: string
  readonly areas: readonly { readonly section: LaidOutSection; readonly outline: readonly Pixel[] }[]
}

const SIZE = { width: 1_200, height: 900 } as const
const TRIBUNES: readonly (readonly [start: string, fill: string, rows: string])[] = [
  ['מערב', '#6c1aa6', '#d9b0f8'],
  ['מזרח', '#8b3ac6', '#f4e9fb'],
  ['צפון', '#45106b', '#c98cf2'],
  ['דרום', '#581188', '#c9a2e2'],
  ['אח״מ', '#c98a1f', '#fff2d9'],
  ['תא', '#e9d3f7', '#8b3ac6'],
]

/** Draws the stadium from above, oriented as its seat map: the west at the top. */
export function stadiumPicture(plan: LaidOutPlan): MappedPicture {
  const camera = cameraAt([0, 152, 208], [0, 1, 0], { angle: 46.5, ...SIZE })
  const sections = plan.sections.toSorted(
    (a, b) => depthOf(camera, onStand([b.labelX, b.labelY])) - depthOf(camera, onStand([a.labelX, a.labelY])),
  )
  const svg =
    GROUND +
    drawOutside(camera) +
    drawGround(camera) +
    drawBoards(camera, false) +
    drawBoards(camera, true) +
    sections.map((section) => drawSection(camera, plan, section)).join('') +
    drawLamps(camera) +
    plan.sections.map((section) => drawNumber(camera, section)).join('')
  return { ...SIZE, svg, areas: plan.sections.map((section) => ({ section, outline: outlineOf(camera, section) })) }
}

const GROUND = `<defs><radialGradient id="ground" cx=".5" cy=".46" r=".72"><stop offset="0" stop-color="#4a2b66"/><stop offset=".6" stop-color="#241531"/><stop offset="1" stop-color="#120d18"/></radialGradient><radialGradient id="glow"><stop offset="0" stop-color="#fff1c9" stop-opacity=".7"/><stop offset="1" stop-color="#fff1c9" stop-opacity="0"/></radialGradient></defs>${rect([0, 0, SIZE.width, SIZE.height], { fill: 'url(#ground)' })}`

/** The outer wall, its shadow, and the slope that the sections lie on. */
function drawOutside(camera: Camera): string {
  const [foot, rim, inner] = [ring(DEPTH + 3, 0), ring(DEPTH + 1, TOP), ring(-0.6, heightAt(0) - 0.6)]
  const shadow = path(trace(seeSurface(camera, ring(DEPTH + 9, 0))), { fill: '#0a070f', opacity: 0.5 })
  const walls = foot.map((a, index) => {
    const next = (index + 1) % foot.length
    const [b, c, d] = [foot[next], rim[next], rim[index]]
    return b && c && d ? path(trace(seeSurface(camera, [a, b, c, d])), { fill: index % 2 ? '#3a2350' : '#432a5c' }) : ''
  })
  return (
    shadow +
    walls.join('') +
    path(trace(seeSurface(camera, rim)), { fill: '#1d1029', stroke: '#6a3f8c', width: 3 }) +
    path(trace(seeSurface(camera, inner)), { fill: '#150c1e' })
  )
}

function drawSection(camera: Camera, plan: LaidOutPlan, section: LaidOutSection): string {
  const [, fill = '#6c1aa6', rows = '#d9b0f8'] = TRIBUNES.find(([start]) => section.name.startsWith(start)) ?? []
  const random = chance(section.id)
  const d = rowsOf(plan, section.id, 3)
    .map((row) => trace(seeLine(camera, row), false))
    .join('')
  const people = `<path d="${d}" fill="none" stroke="${rows}" stroke-width="1.600" stroke-dasharray="${short(1.5 + random() * 2)} ${short(1.5 + random())}" opacity=".55"/>`
  return path(trace(outlineOf(camera, section)), { fill, stroke: '#120d18', width: 1.5, round: true }) + people
}

function outlineOf(camera: Camera, section: LaidOutSection): Pixel[] {
  const seen = seeSurface(camera, section.outline.map(onStand))
  return simplifyOutline(seen, 1.6).map(([x, y]) => [Math.round(x), Math.round(y)])
}

/** The number at the end of the section's name, if there is room for it. */
function drawNumber(camera: Camera, { name, labelX, labelY, capacity }: LaidOutSection): string {
  const number = /\d+$/.exec(name)?.[0]
  if (number === undefined || capacity < 100) return ''
  const [x, y] = see(camera, onStand([labelX, labelY]))
  const style = 'font-family="Heebo, Arial, sans-serif" font-size="19" font-weight="700" text-anchor="middle"'
  const at = `x="${short(x)}" y="${short(y + 7)}"`
  return `<text ${at} ${style} fill="none" stroke="#120d18" stroke-width="5" stroke-linejoin="round" opacity=".75">${number}</text><text ${at} ${style} fill="#ffffff">${number}</text>`
}

function drawLamps(camera: Camera): string {
  const masts = ring(DEPTH + 2, TOP + 13, 8)
  return upTo(8)
    .map((index) => {
      const [top, foot] = [masts[index], ring(DEPTH + 2, TOP, 8)[index]]
      if (index % 2 === 0 || !top || !foot) return ''
      const [x, y] = see(camera, top)
      const size = scaleAt(camera, top)
      return (
        path(trace(seeLine(camera, [foot, top]), false), { stroke: '#c9a2e2', width: 3, round: true }) +
        circle([x, y], size * 9, { fill: 'url(#glow)' }) +
        circle([x, y], size * 0.9, { fill: '#fff6dd' })
      )
    })
    .join('')
}
