import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LaidOutPlan } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { planFromTerminal } from '#lib/server/import/look/cli.ts'
import { layOutPlan } from '#lib/server/import/plans/read-plan.ts'
import { ImportNotes, writeRemark } from '#lib/server/import/read/report.ts'
import { seatplan } from '#lib/server/import/schema/plan-item-schema.ts'

let folder = ''
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'plan-spektrix-'))))
afterAll(() => rm(folder, { recursive: true }))

async function read(plan: unknown, options: object = {}): Promise<{ plan: LaidOutPlan | undefined; told: string[]; problems: string[] }> {
  await writeFile(join(folder, 'hall.json'), JSON.stringify(plan))
  const notes = new ImportNotes()
  const item = seatplan.parse({ id: 1, venueId: 1, name: 'x', format: 'spektrix', file: 'hall.json', ...options })
  const found = await layOutPlan({ item, place: { file: 'house.json', path: [] } }, folder, notes)
  const sentences = (all: readonly Parameters<typeof writeRemark>[0][]) => all.map((one) => writeRemark({ ...one, file: '' }))
  return { plan: found, told: sentences([...notes.repairs, ...notes.warnings]), problems: sentences(notes.problems) }
}

const row = (name: string, y: number, more: object = {}) =>
  [1, 2, 3].map((number) => ({ id: `${name}${String(number)}`, row: name, number, x: 60 + number * 33, y, ...more }))
const side = (name: string, y: number) => ({ type: 'Group', name, areas: [{ type: 'Reserved', name: 'Boxes', seats: row(`${name}A`, y) }] })
const HOUSE = {
  id: '3AEBCDFG',
  venueId: '9AEBCDFG',
  baseSeatingArea: {
    type: 'Group',
    name: 'Main House',
    areas: [
      { type: 'Reserved', id: '10AEBCDF', name: 'Stalls', seats: [...row('A', 100), ...row('B', 140, { isWheelchair: true })] },
      { type: 'Unreserved', id: '25AEBCDF', name: 'Standing', capacity: 150 },
      { type: 'Group', name: 'Circle', areas: [side('Left', 300), side('Right', 340)] },
      { type: 'Group', name: 'Empty', areas: [] },
    ],
  },
}

describe('a plan of Spektrix', () => {
  test('is sections and standing places, wherever they lie in the tree, with the seats’ ids, places and marks', async () => {
    const { plan, told, problems } = await read(HOUSE)
    expect(problems).toEqual([])
    expect(plan?.sections.map(({ name, isReserved, capacity }) => [name, isReserved, capacity])).toEqual([
      ['Stalls', true, 6],
      ['Left Boxes', true, 3],
      ['Right Boxes', true, 3],
      ['Standing', false, 150],
    ])
    const [first] = plan?.seats ?? []
    expect(first).toMatchObject({ guid: 'A1', rowName: 'A', seatName: '1', seatplanX: 93, seatplanY: 100, category: 'Stalls' })
    expect(plan?.seats.filter(({ features }) => features.includes(10)).map(({ guid }) => guid)).toEqual(['B1', 'B2', 'B3'])
    expect(told).toContain(': $.baseSeatingArea.areas[3]: "Empty" has neither seats nor a capacity nor areas; it is left out')
  })

  test('may be one area alone, and a list of one plan', async () => {
    const alone = { id: 1, baseSeatingArea: { type: 'Reserved', name: '', seats: row('A', 100) } }
    expect((await read([alone])).plan?.sections.map(({ name }) => name)).toEqual(['1'])
    expect((await read([alone, alone])).problems).toEqual([': $: holds 2 plans; save the one that is meant in a file of its own'])
  })

  test('is refused by words that say where', async () => {
    const broken = {
      id: 1,
      baseSeatingArea: { name: 'A', areas: [{ name: 'B', seats: [{ id: 's', row: 'A', number: 1, x: 'left', y: 3 }] }] },
    }
    expect((await read(broken)).problems.join()).toMatch(/^: \$\.baseSeatingArea\.areas\[0\]\.seats\[0\]\.x: "left" /)
    expect((await read({ id: 1 })).problems.join()).toContain('$.baseSeatingArea')
    let deep: object = { name: 'end', seats: row('A', 1) }
    for (let level = 0; level < 300; level++) deep = { name: 'g', areas: [deep] }
    expect((await read({ id: 1, baseSeatingArea: deep })).problems).toEqual([': $: holds areas in areas more than 20 deep'])
    expect((await read({ id: 1, baseSeatingArea: { name: 'A' } })).problems).toEqual([
      ': $: has neither seats nor a section with a capacity',
    ])
  })

  test('is known by look, and says what seats look to by "foci"', async () => {
    await read(HOUSE)
    const said: string[] = []
    const say = (line: string) => void said.push(line)
    const code = await planFromTerminal(['look', 'hall.json'], { say, complain: say, folder, dataDir: join(folder, 'data') })
    expect([code, said.join('\n')]).toEqual([0, expect.stringContaining('"format":"spektrix","file":"hall.json"')])
    const below = await read(HOUSE, { foci: [{ x: 126, y: 900 }] })
    expect(below.plan?.seats.every(({ rotate }) => Math.abs(Math.abs(rotate) - 180) < 1)).toBe(true)
  })
})
