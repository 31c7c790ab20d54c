import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LaidOutPlan } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { planFromTerminal } from '#lib/server/import/look/cli.ts'
import { layOutPlan } from '#lib/server/import/plans/read-plan.ts'
import { ImportNotes } from '#lib/server/import/read/report.ts'
import { seatplan } from '#lib/server/import/schema/plan-item-schema.ts'
import { FORMS } from '#tests/support/plans/house-forms.ts'
import { HOUSES } from '#tests/support/plans/pretix-houses.ts'

let folder = ''
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'plan-export-'))))
afterAll(() => rm(folder, { recursive: true }))

async function run(...args: string[]): Promise<{ code: number; said: string }> {
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const code = await planFromTerminal(args, { say, complain: say, folder, dataDir: join(folder, 'data') })
  return { code, said: said.join('\n') }
}

async function read(file: string, format: string): Promise<LaidOutPlan> {
  const notes = new ImportNotes()
  const item = seatplan.parse({ id: 1, venueId: 1, name: 'hall', format, file })
  const plan = await layOutPlan({ item, place: { file, path: [] } }, folder, notes)
  expect(notes.problems).toEqual([])
  if (!plan) throw new Error('not read')
  return plan
}

/** What buyers know a seat by, and where it stands. */
function seatsOf({ seats, sections }: LaidOutPlan, withFeatures: boolean): string[] {
  const names = new Map(sections.map((section) => [section.id, section.name]))
  return seats.map((seat) => JSON.stringify([seat.guid, names.get(seat.sectionId), seat.rowName, seat.seatName, seat.seatplanX, seat.seatplanY, seat.category, withFeatures ? seat.features : []])).sort() // prettier-ignore
}

const PLAN = {
  format: 'points',
  width: 500,
  height: 400,
  categories: [{ name: 'זול', color: '#aa2200' }, { name: 'יקר', color: '#0022aa' }], // prettier-ignore
  stage: { outline: [[100, 10], [300, 10], [300, 50], [100, 50]], label: 'במה "א" & <ב>' }, // prettier-ignore
  sections: [{ name: 'יציע' }, { name: 'פרטר' }, { name: 'רחבה', capacity: 70, outline: [[350, 80], [450, 80], [450, 180]] }], // prettier-ignore
  shapes: [{ shape: 'rectangle', x: 60, y: 330, width: 100, height: 20, color: '#cccccc' }],
  seats: [1, 2, 3, 4, 5, 6].map((n) => ({
    x: 80 + ((n - 1) % 3) * 33.5,
    y: n > 3 ? 200 : 100,
    section: n > 3 ? 'יציע' : 'פרטר',
    row: 'א',
    seat: String(100 + n * 2),
    category: n > 3 ? 'זול' : 'יקר',
    features: n === 2 ? [10] : [],
    ...(n === 1 && { guid: 'own-1' }),
  })),
}

/** What a map shows under the seats: shapes and texts in their order. A shape with a text may be written as two. */
function drawnOf({ areas = [] }: LaidOutPlan): unknown[] {
  return areas.flatMap(({ outline, fill, line, text, textX, textY, textSize, textColour, rotate }) => [
    ...(outline.length > 0 ? [[outline, fill, line]] : []),
    ...(text === '' ? [] : [[text, textX, textY, textSize, textColour, rotate]]),
  ])
}

/** Everything that the forms can say of a plan. */
function sameOf(plan: LaidOutPlan): unknown {
  const near = ({ stage }: LaidOutPlan) => stage && { ...stage, labelX: 0, labelY: 0 }
  const sections = plan.sections.filter(({ isReserved }) => isReserved).map(({ name, capacity }) => [name, capacity])
  const turns = plan.seats.map(({ guid, rotate, x, y }) => [guid, rotate, x, y])
  const { width, height, foci } = plan
  // A drawing has no colours of categories that no seat has.
  const colours = [...new Set(plan.seats.map(({ category }) => category))].map((name) => [name, plan.colours?.[name]])
  return { width, height, foci, colours, sections, stage: near(plan), seats: seatsOf(plan, false), turns, drawn: drawnOf(plan) }
}

const FORMS_OF_EXPORTS = FORMS.flatMap((form) => (['pretix', 'svg', 'points'] as const).map((as) => ({ form, as })))

describe.each(FORMS_OF_EXPORTS)('a plan in the form $form.format', ({ form, as }) => {
  test.each(HOUSES.filter(({ name }) => !name.startsWith('spiral')))(
    `$name is the same when its export as ${as} is imported`,
    async ({ file }) => {
      await writeFile(join(folder, form.file), form.write(file))
      const out = `again.${as === 'svg' ? 'svg' : 'json'}`
      const { code } = await run('export', form.file, '--as', as, '--out', out)
      expect(code).toBe(0)
      const [before, after] = [await read(form.file, form.format), await read(out, as)]
      if (as === 'pretix' && before.stage === null) expect(seatsOf(after, false)).toEqual(seatsOf(before, false))
      else expect(sameOf(after)).toEqual(sameOf(before))
    },
  )
})

describe('npm run plan -- export', () => {
  test.each([
    ['points', 'out.json', true],
    ['svg', 'out.svg', true],
    ['pretix', 'out-pretix.json', false],
  ])('as %s is read again with the same seats, stage and colours', async (form, out, withFeatures) => {
    await writeFile(join(folder, 'hall.json'), JSON.stringify(PLAN))
    const { code, said } = await run('export', 'hall.json', '--as', form, '--out', out)
    expect([code, said]).toEqual([0, expect.stringContaining('Written: 6 seats')])
    const [before, after] = [await read('hall.json', 'points'), await read(out, form)]
    expect(seatsOf(after, withFeatures)).toEqual(seatsOf(before, withFeatures))
    expect([after.width, after.height]).toEqual([500, 400])
    if (form !== 'pretix') expect(after.stage).toEqual(before.stage)
    expect(said.includes('left out  the places of "רחבה"')).toBe(form !== 'points')
    expect(said.includes('the features of 1 seats')).toBe(form === 'pretix')
    if (form === 'points') expect(after.sections).toEqual(before.sections)
    expect(after.colours).toEqual(before.colours)
  })

  test('of a pretix plan keeps the keys that only its own system knows', async () => {
    const seats = [1, 2].map((n) => ({
      seat_guid: `g${String(n)}`,
      seat_number: String(n),
      position: { x: n * 30, y: 0 },
      category: 'A',
      gate: 7,
    }))
    const zones = [{ name: 'Z', position: { x: 100, y: 100 }, rows: [{ row_number: '1', position: { x: 0, y: 0 }, seats }], areas: [] }]
    const written = { name: 'p', size: { width: 300, height: 300 }, categories: [{ name: 'A' }], zones, house: { id: 'x' } }
    await writeFile(join(folder, 'p.json'), JSON.stringify(written))
    expect((await run('export', 'p.json', '--as', 'pretix', '--out', 'p2.json')).code).toBe(0)
    expect(JSON.parse(await readFile(join(folder, 'p2.json'), 'utf8'))).toEqual(written)
  })

  test('needs a known form and a file to write', async () => {
    expect([
      (await run('export', 'hall.json', '--as', 'dxf', '--out', 'x')).code,
      (await run('export', 'hall.json', '--as', 'svg')).code,
    ]).toEqual([2, 2])
    expect((await run('look', 'hall.json', '--as', 'svg')).code).toBe(2)
  })
})
