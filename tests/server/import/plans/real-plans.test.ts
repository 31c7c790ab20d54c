import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { LaidOutPlan, Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { checkPlan } from '#lib/server/import/plans/check-plan.ts'
import { layOutPlan } from '#lib/server/import/plans/read-plan.ts'
import { ImportNotes } from '#lib/server/import/read/report.ts'
import { seatplan } from '#lib/server/import/schema/plan-item-schema.ts'

async function read(folder: string, format: string, file: string): Promise<LaidOutPlan> {
  const notes = new ImportNotes()
  const item = seatplan.parse({ id: 1, venueId: 1, name: 'x', format, file })
  const plan = await layOutPlan({ item, place: { file, path: [] } }, folder, notes)
  if (plan) checkPlan(plan, { file, path: [] }, notes)
  expect(notes.problems).toEqual([])
  if (!plan) throw new Error('not read')
  return plan
}

/** Those of the file that no seat of the plan stands within a pixel of. */
function missing(plan: LaidOutPlan, places: readonly Point[]): Point[] {
  return places.filter(([x, y]) => !plan.seats.some((seat) => Math.hypot(seat.seatplanX - x, seat.seatplanY - y) <= 1))
}

test('a stadium in the pretix format stands where its file draws it, with the seats whose guids come again', async () => {
  const text = readFileSync('src/lib/demo/seatmap-canvas_stadium.json', 'utf8')
  const plan = await read('src/lib/demo', 'pretix', 'seatmap-canvas_stadium.json')
  interface At { position: { x: number; y: number } } // prettier-ignore
  const { zones } = JSON.parse(text) as { zones: (At & { rows: (At & { seats: At[] })[] })[] }
  const places = zones.flatMap((zone) => zone.rows.flatMap((row) => row.seats.map((seat): Point => [zone.position.x + row.position.x + seat.position.x, zone.position.y + row.position.y + seat.position.y]))) // prettier-ignore
  expect([plan.seats.length, places.length]).toEqual([738, 738])
  expect(missing(plan, places)).toEqual([])
  expect(Object.values(plan.colours ?? {})).toEqual(['#f44336', '#9c27b0', '#4caf50', '#2196f3', '#8bc34a'])
})

test('a venue of Tessitura as SVG stands where its drawing has it, its seats turned to the stage in their middle', async () => {
  const folder = 'tests/support/plans/files'
  const text = readFileSync(`${folder}/tessitura_amazing-venue.svg`, 'utf8')
  const plan = await read(folder, 'svg', 'tessitura_amazing-venue.svg')
  const [left = 0, top = 0] = (/viewBox="([^"]+)"/.exec(text)?.[1] ?? '').split(' ').map(Number)
  const places = [...text.matchAll(/<ellipse([^>]*id="seat[^>]*)>/g)].map(([, written = '']): Point => {
    const number = (key: string): number => Number(new RegExp(`\\b${key}="([-\\d.]+)"`).exec(written)?.[1])
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = (/matrix\(([^)]*)\)/.exec(written)?.[1] ?? '1 0 0 1 0 0').split(/[\s,]+/).map(Number) // prettier-ignore
    const [x, y] = [number('cx'), number('cy')]
    return [a * x + c * y + e - left, b * x + d * y + f - top]
  })
  expect([plan.seats.length, places.length]).toEqual([152, 152])
  expect(missing(plan, places)).toEqual([])
  expect(plan.stage?.label).toBe('STAGE')
  // In the order of the file, and with its five entrances, which it turns about their own middles.
  expect(plan.sections.map(({ name, capacity }) => [name, capacity])).toEqual([
    ['1', 40],
    ['2', 32],
    ['5', 20],
    ['4', 20],
    ['3', 40],
  ])
  expect(plan.areas?.filter(({ outline }) => outline.length > 0)).toHaveLength(text.match(/<rect/g)?.length ?? 0)
})
