import type { LaidOutPlan } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { depthOf, drawSurface, middle, scaleAt, see, seeLine, seeSurface, trace, type Camera } from '../camera.ts'
import { chance, circle, path, short, upTo } from '../shapes.ts'
import { DEPTH, heightAt, onStand, ring, rowsOf, TOP } from './stadium.ts'

/** Draws the stands of the stadium in the evening from any point, from the furthest part to the nearest. */

const CROWD = ['#c9a2e2', '#ffe3a6', '#f4e9fb', '#b56be8', '#f3bc55']
const STAND = ['#2a1739', '#32194a', '#3a1d57', '#441f68']

interface Part {
  readonly depth: number
  readonly svg: string
}

/** Who looks at the stands, of which nothing nearer than `nearest` metres is drawn. */
interface Onlooker {
  readonly camera: Camera
  readonly nearest: number
}

/** The stands with the spectators, from the furthest to the nearest. Sections nearer than `nearest` metres are left out. */
export function drawStands(camera: Camera, plan: LaidOutPlan, nearest: number): string {
  const onlooker = { camera, nearest }
  const parts = [...drawShell(onlooker), ...plan.sections.flatMap((section) => drawSection(onlooker, plan, section))]
  return parts
    .toSorted((a, b) => b.depth - a.depth)
    .map(({ svg }) => svg)
    .join('')
}

/** The structure of the stands: the wall before the first row, the slope under the sections, the wall behind. */
function drawShell({ camera, nearest }: Onlooker): Part[] {
  const steps = 32
  const [foot, lip, back] = [ring(-0.4, 0, steps), ring(-0.4, heightAt(0) - 0.5, steps), ring(DEPTH, TOP - 1.4, steps)]
  return foot.flatMap((_, index) => {
    const next = (index + 1) % steps
    const [a, b, c, d, e, f] = [foot[index], foot[next], lip[index], lip[next], back[index], back[next]]
    if (!a || !b || !c || !d || !e || !f) return []
    const depth = depthOf(camera, middle(c, f))
    if (depth < nearest) return []
    return [
      {
        depth: depth + 14,
        svg: drawSurface(camera, [c, d, f, e], { fill: '#1d1029' }) + drawSurface(camera, [a, b, d, c], { fill: '#4a2b66' }),
      },
    ]
  })
}

function drawSection({ camera, nearest }: Onlooker, plan: LaidOutPlan, section: LaidOutPlan['sections'][number]): Part[] {
  const outline = section.outline.map(onStand)
  const centre = onStand([section.labelX, section.labelY])
  const depth = depthOf(camera, centre)
  const isUnderfoot = Math.hypot(centre[0] - camera.eye[0], centre[1] - camera.eye[1]) < nearest
  const shape = trace(seeSurface(camera, outline))
  if (shape === '' || isUnderfoot) return []
  const size = scaleAt(camera, centre)
  const every = size > 14 ? 2 : 4
  const rows = rowsOf(plan, section.id, every).map((row) => trace(seeLine(camera, row), false))
  const random = chance(section.id * 7 + 1)
  const people = [0, 1].map((layer) => {
    const d = rows.filter((_, index) => index % 2 === layer).join('')
    const colour = CROWD[Math.floor(random() * CROWD.length)] ?? ''
    const gaps = upTo(4).map(() => short(Math.max(0.8, size * (0.45 + random() * 1.3))))
    return d === ''
      ? ''
      : `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${short(Math.max(0.9, size * (size > 14 ? 0.42 : 0.5)))}" stroke-dasharray="${gaps.join(' ')}" opacity=".8"/>`
  })
  return [{ depth, svg: path(shape, { fill: STAND[section.id % STAND.length] ?? '' }) + people.join('') }]
}

/** The roof over the stands with the lamps on its edge. */
export function drawRoof(camera: Camera, isNear: boolean): string {
  const steps = 40
  const [edge, back] = [ring(DEPTH * 0.36, TOP + 9.5, steps), ring(DEPTH + 2.5, TOP + 6, steps)]
  const posts = ring(DEPTH + 1, TOP - 2, steps)
  const parts = edge.flatMap((a, index): Part[] => {
    const next = (index + 1) % steps
    const [b, c, d, foot] = [edge[next], back[next], back[index], posts[index]]
    if (!b || !c || !d || !foot) return []
    const depth = depthOf(camera, middle(a, c))
    if (depth < 40 !== isNear) return []
    const lamp = see(camera, a)
    const size = Math.min(9, scaleAt(camera, a) * 0.55)
    const light =
      index % 2 === 0 && depthOf(camera, a) > 12
        ? circle(lamp, size * 5, { fill: 'url(#glow)' }) + circle(lamp, size * 0.6, { fill: '#fff6dd' })
        : ''
    const post =
      index % 4 === 0
        ? path(trace(seeLine(camera, [foot, d]), false), { stroke: '#5b3a78', width: Math.max(1, scaleAt(camera, d) * 0.3) })
        : ''
    return [{ depth, svg: post + drawSurface(camera, [a, b, c, d], { fill: index % 2 ? '#241531' : '#2a1a39' }) + light }]
  })
  return parts
    .toSorted((a, b) => b.depth - a.depth)
    .map(({ svg }) => svg)
    .join('')
}
