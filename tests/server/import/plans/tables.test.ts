import { describe, expect, test } from 'vitest'
import type { LaidOutPlan } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { exportPlan } from '#lib/server/import/plans/forms/export-plan.ts'
import { nameTable, rowKindOf } from '#lib/server/import/plans/pretix/table-names.ts'
import { writeRemark } from '#lib/server/import/read/report.ts'
import { readWritten } from '#tests/support/plans/read-written.ts'

/** Seats around a middle in the order of a file that goes to and fro. */
const around = (x: number, y: number, count: number, radius = 40): { x: number; y: number; name: string }[] =>
  [...Array.from({ length: count }, (_, at) => at).filter((at) => at % 2 === 0), ...Array.from({ length: count }, (_, at) => at).filter((at) => at % 2)] // prettier-ignore
    .map((at) => ({
      x: x + radius * Math.sin((at * 2 * Math.PI) / count),
      y: y - radius * Math.cos((at * 2 * Math.PI) / count),
      name: String(at + 1),
    }))

const pretix = (rows: { label: string; seats: { x: number; y: number; name: string }[] }[], areas: object[]): object => ({
  name: 'p',
  size: { width: 800, height: 600 },
  categories: [{ name: 'A' }],
  zones: [
    {
      name: 'Z',
      position: { x: 0, y: 0 },
      rows: rows.map(({ label, seats }) => ({
        row_number: label,
        position: { x: 0, y: 0 },
        seats: seats.map(({ x, y, name }) => ({ seat_guid: `${label}-${name}`, seat_number: name, position: { x, y }, category: 'A' })),
      })),
      areas,
    },
  ],
})
const circle = (x: number, y: number, radius: number, more: object = {}): object => ({ shape: 'circle', position: { x, y }, circle: { radius }, rotation: 0, color: '#cccccc', ...more }) // prettier-ignore

const kinds = ({ tables = [], seats }: LaidOutPlan): string[] =>
  tables.map(({ kind, sectionId, y, sellWhole }) => {
    const own = seats.filter((seat) => seat.sectionId === sectionId && seat.y === y)
    return `${own[0]?.rowName ?? ''}: ${kind}${sellWhole ? ' whole' : ''} ${own.map(({ seatName }) => seatName).join(' ')}`
  })

describe('rows of a pretix plan', () => {
  const line = (label: string, y: number, count = 6) => ({ label, seats: Array.from({ length: count }, (_, at) => ({ x: 100 + at * 25, y, name: String(at + 1) })) }) // prettier-ignore

  test('whose seats stand around a shape are tables, in the order around it, and look to its middle', async () => {
    const { plan, notes } = await readWritten(
      'pretix',
      pretix([{ label: '7', seats: around(300, 200, 6) }, line('8', 500)], [circle(300, 200, 25)]),
    )
    expect(kinds(plan)).toEqual(['שולחן 7: table 1 2 3 4 5 6'])
    expect(plan.seats.find(({ guid }) => guid === '7-1')?.rotate).toBeCloseTo(180)
    expect(plan.seats.filter(({ rowName }) => rowName === '8').map(({ rotate }) => rotate)).toEqual(Array(6).fill(0))
    expect(notes.warnings.map(writeRemark).join()).toContain('the seats of 1 rows stand around a shape')
    expect(notes.problems).toEqual([])
  })

  test('around a long table, and two seats that face each other, are tables too', async () => {
    const two = [{ x: 600, y: 170, name: '1' }, { x: 600, y: 230, name: '2' }] // prettier-ignore
    const long = [0, 1, 2, 3, 4, 5].map((at) => ({ x: 100 + (at % 3) * 30, y: at < 3 ? 100 : 160, name: String(at + 1) }))
    const desk = { shape: 'rectangle', position: { x: 90, y: 115 }, rectangle: { width: 80, height: 30 }, rotation: 0 }
    const { plan } = await readWritten('pretix', pretix([{ label: 'L', seats: long }, { label: '9', seats: two }], [desk, circle(600, 200, 12)])) // prettier-ignore
    expect(kinds(plan)).toEqual(['שולחן L: table 1 2 3 6 5 4', 'שולחן 9: table 1 2'])
  })

  test('around the stage, in rings about one shape, or in a line beside one are rows', async () => {
    const rings = [{ label: '1', seats: around(300, 300, 12, 80) }, { label: '2', seats: around(300, 300, 12, 105) }] // prettier-ignore
    expect((await readWritten('pretix', pretix(rings, [circle(300, 300, 60)]))).plan.tables).toBeUndefined()
    expect((await readWritten('pretix', pretix([{ label: '1', seats: around(300, 300, 8) }], [circle(300, 300, 25, { text: { text: 'Stage' } })]))).plan.tables).toBeUndefined() // prettier-ignore
    expect((await readWritten('pretix', pretix([line('1', 200), line('2', 240)], [circle(160, 225, 8)]))).plan.tables).toBeUndefined()
  })

  test('are what their names say, and what the option says', async () => {
    const rows = [{ label: 'Table 3', seats: around(300, 200, 5) }, line('Box 2', 400, 3), line('4', 500, 4)]
    expect(kinds((await readWritten('pretix', pretix(rows, []))).plan)).toEqual(['שולחן 3: table 1 2 3 4 5', 'תא 2: box 1 2 3'])
    const tables = [{ kind: 'row', rows: ['Table 3'] }, { section: 'Z', rows: ['4'], kind: 'bench', sellWhole: true }] // prettier-ignore
    expect(kinds((await readWritten('pretix', pretix(rows, []), { tables })).plan)).toEqual([
      'תא 2: box 1 2 3',
      'ספסל 4: bench whole 1 2 3 4',
    ])
  })

  test('that are zones of their own are one section of tables, each called as its zone, and an export gives them again', async () => {
    const zone = (name: string, x: number, seats = around(0, 0, 6)) => ({
      ...{ name, position: { x, y: 200 }, areas: [circle(0, 0, 25)] },
      rows: [
        {
          row_number: '1',
          position: { x: 0, y: 0 },
          seats: seats.map((seat) => ({
            seat_guid: `${name}-${seat.name}`,
            seat_number: seat.name,
            position: { x: seat.x, y: seat.y },
            category: 'A',
          })),
        },
      ],
    })
    const written = {
      ...{ name: 'p', size: { width: 800, height: 600 }, categories: [{ name: 'A', color: '#f44336' }] },
      zones: [zone('Tisch 1', 100), zone('Balkon', 700, [{ x: 0, y: 0, name: '1' }]), zone('Tisch 2', 300), zone('Tisch 12', 500)],
    }
    const named = ({ sections }: LaidOutPlan) => sections.map(({ name, capacity }) => `${name} ${String(capacity)}`)
    const { plan, notes } = await readWritten('pretix', written)
    expect(notes.problems).toEqual([])
    expect([named(plan), kinds(plan)]).toEqual([
      ['שולחנות 18', 'Balkon 1'],
      ['שולחן 1: table 1 2 3 4 5 6', 'שולחן 2: table 1 2 3 4 5 6', 'שולחן 12: table 1 2 3 4 5 6'],
    ])
    expect(plan.seats.find(({ guid }) => guid === 'Tisch 12-1')).toMatchObject({ seatplanX: 500, seatplanY: 160, rowName: 'שולחן 12' })
    expect(notes.repairs.map(writeRemark).join()).toContain('the zones "Tisch 1", "Tisch 2", "Tisch 12" are one table each')
    for (const as of ['pretix', 'svg', 'points'] as const) {
      const again = await readWritten(as, exportPlan(plan, 'x', as).text)
      expect([again.notes.problems, named(again.plan), kinds(again.plan), again.plan.colours]).toEqual([[], named(plan), kinds(plan), plan.colours]) // prettier-ignore
    }
    const options = {
      tables: [{ section: 'Tisch 2', rows: ['1'], sellWhole: true }],
      sectionNames: { שולחנות: 'Parkett', 'Tisch 12': 'Loge' },
    }
    const own = await readWritten('pretix', written, options)
    expect([named(own.plan), kinds(own.plan)[1]]).toEqual([['Parkett 12', 'Balkon 1', 'Loge 6'], 'שולחן 2: table whole 1 2 3 4 5 6'])
    const levels = { קרקע: ['Tisch 1', 'Tisch 2', 'Balkon'], גג: ['Tisch 12'] }
    const floors = await readWritten('pretix', written, { levels })
    expect(floors.plan.sections.map(({ name, level }) => [name, level])).toEqual([['שולחנות', 0], ['Balkon', 0], ['Tisch 12', 1]]) // prettier-ignore
  })

  test('that an option names in vain are a problem', async () => {
    const { notes } = await readWritten('pretix', pretix([line('1', 200)], []), { tables: [{ rows: ['12'] }] })
    expect(notes.problems.map(writeRemark).join()).toContain('names no row: there are "1" in "Z"')
  })
})

test('a shape of a drawing is a standing area if the catalogue says how many stand there', async () => {
  const floor = {
    shape: 'rectangle',
    position: { x: 300, y: 100 },
    rectangle: { width: 200, height: 100 },
    rotation: 0,
    text: { text: 'Floor' },
  }
  const drawn = pretix([{ label: '1', seats: [{ x: 100, y: 300, name: '1' }] }], [floor])
  const { plan, notes } = await readWritten('pretix', drawn, {
    standing: { Floor: { capacity: 250, category: 'זול' } },
    sectionNames: { Floor: 'רחבה' },
  })
  expect(notes.problems).toEqual([])
  const [, standing] = plan.sections
  expect(standing).toMatchObject({ id: 2, name: 'רחבה', isReserved: false, capacity: 250, category: 'זול', labelX: 400, labelY: 150 })
  expect(standing?.outline).toHaveLength(4)
  expect((await readWritten('pretix', drawn, { standing: { Z: { capacity: 20 } } })).plan.sections[1]).toMatchObject({
    name: 'Z',
    capacity: 20,
    category: 'Z',
  })
  const wrong = await readWritten('pretix', drawn, { standing: { Pit: { capacity: 20 } } })
  expect(wrong.notes.problems.map(writeRemark).join()).toContain('no shape is called so, and no zone with a shape; there are "Floor", "Z"')
})

test('a plan of points says its tables, and its export the same', async () => {
  const seats = around(300, 200, 4).map(({ x, y, name }) => ({ x, y, section: 'אולם', row: '7', seat: name }))
  const outline = [[280, 180], [320, 180], [320, 220], [280, 220]] // prettier-ignore
  const { plan, notes } = await readWritten('points', { format: 'points', seats, sections: [{ name: 'אולם', id: 12 }], tables: [{ section: 'אולם', row: '7', sellWhole: true, outline }] }) // prettier-ignore
  expect(notes.problems).toEqual([])
  expect(plan.tables).toEqual([{ kind: 'table', sectionId: 12, y: 1, sellWhole: true, outline }])
  const again = await readWritten('points', exportPlan(plan, 'x', 'points').text)
  expect([again.plan.tables, kinds(again.plan)]).toEqual([plan.tables, kinds(plan)])
  const drawn = exportPlan(plan, 'x', 'svg')
  expect(drawn.lost).toEqual(['that 1 tables are sold whole, which "tables" says'])
  expect(kinds((await readWritten('svg', drawn.text)).plan)).toEqual(['שולחן 7: table 1 2 3 4'])
})

test('a plan of rows has round and long tables, benches and boxes', async () => {
  const tables = [
    { section: 1, name: '7', at: [200, 200], seats: 6 },
    { section: 1, name: '8', at: [500, 200], seats: 5, size: [120, 50], sellWhole: true },
    { section: 1, name: 'א', kind: 'bench', at: [200, 400], seats: '2-8/2' },
    { section: 1, name: '3', kind: 'box', at: [500, 400], seats: 'A-C', category: 'ב' },
  ]
  const { plan, notes } = await readWritten('rows', { width: 700, height: 500, sections: [{ id: 1, name: 'אולם', category: 'א' }], tables })
  expect(notes.problems).toEqual([])
  expect(kinds(plan)).toEqual(['שולחן 7: table 1 2 3 4 5 6', 'שולחן 8: table whole 1 2 3 4 5', 'ספסל א: bench 2 4 6 8', 'תא 3: box A B C'])
  expect(plan.tables?.map(({ outline }) => outline.length)).toEqual([24, 4, 4, 4])
  const wrong = await readWritten('rows', { width: 700, height: 500, sections: [{ id: 1, name: 'אולם', category: 'א' }], tables: [{ ...tables[0], section: 4 }] }) // prettier-ignore
  expect(wrong.notes.problems.map(writeRemark).join()).toContain('tables[0].section: section 4 is not in the plan')
})

test('a spreadsheet has a column of tables, and of what is sold whole', async () => {
  const lines = ['אזור,שולחן,כיסאות,קטגוריה,נמכר שלם', 'אולם,1,1-8,א,', 'אולם,2,1-4,א,כן', 'אולם,שולחן 3,1-4,א,']
  const { plan, notes } = await readWritten('sheet', lines.join('\n'))
  expect(notes.problems).toEqual([])
  expect(kinds(plan)).toEqual(['שולחן 1: table 1 2 3 4 5 6 7 8', 'שולחן 2: table whole 1 2 3 4', 'שולחן 3: table 1 2 3 4'])
})

test.each([
  ['7', 'table', 'שולחן 7'],
  ['Table 7', 'table', 'שולחן 7'],
  ['стол 7', 'table', 'שולחן 7'],
  ["לוג'ה 2", 'box', 'לוג׳ה 2'],
  ['Box 2', 'box', 'תא 2'],
] as const)('the name %s of a %s is %s', (label, kind, name) => {
  expect(nameTable(label, kind)).toBe(name)
  expect(rowKindOf(label)).toBe(label === '7' ? undefined : kind)
})
