import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findOverlaps } from '#lib/domain/seating/plan/find-overlaps.ts'
import type { LaidOutPlan } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { catalogueFile } from '#lib/server/import/schema/catalogue-schema.ts'
import { checkPlan } from '#lib/server/import/plans/check-plan.ts'
import { readPlan } from '#lib/server/import/plans/read-plan.ts'
import { readPretix } from '#lib/server/import/plans/read-pretix.ts'
import { ImportNotes, writeRemark } from '#lib/server/import/read/report.ts'

const DEMO = fileURLToPath(new URL('../../../src/lib/demo', import.meta.url))
const PLACE = { file: 'plan.json', path: [] }

async function demoPlan(id: number, notes: ImportNotes): Promise<LaidOutPlan> {
  const halls = catalogueFile.parse(JSON.parse(await readFile(`${DEMO}/halls.json`, 'utf8')))
  const item = halls.seatplans.find((plan) => plan.id === id)
  const read = item && (await readPlan({ item, place: { file: 'halls.json', path: ['seatplans'] } }, DEMO, notes))
  if (!read) throw new Error(notes.problems.map(writeRemark).join('\n'))
  return read.plan
}

describe('the plan in the pretix format with 738 seats', () => {
  test('keeps every seat, although only 318 of its guids are unique, and lists each repair with its path', async () => {
    const notes = new ImportNotes()
    const plan = await demoPlan(131, notes)
    expect(notes.problems).toEqual([])
    expect(plan.seats).toHaveLength(738)
    expect(new Set(plan.seats.map((seat) => seat.guid)).size).toBe(738)
    const repaired = notes.repairs.filter((repair) => repair.path.includes('seat_guid'))
    expect(repaired).toHaveLength(738 - 318)
    expect(writeRemark(repaired[0] ?? { ...PLACE, sentence: '' })).toMatch(
      /seatmap-canvas_stadium\.json: \$\.zones\[0\]\.rows\[6\]\.seats\[0\]\.seat_guid: "Groundfloor-A-1" is another seat's guid already/,
    )
  })

  test('moves the floor that overlaps another beside it', async () => {
    const notes = new ImportNotes()
    const plan = await demoPlan(131, notes)
    expect(findOverlaps(plan.seats, plan.seatSize - 0.05)).toEqual([])
    expect(notes.repairs.map((repair) => repair.sentence)).toContainEqual(
      expect.stringMatching(/162 seats of "First Floor" lie over seats of an earlier zone/),
    )
  })

  test('names each seat uniquely by section, row and seat', async () => {
    const plan = await demoPlan(131, new ImportNotes())
    expect(new Set(plan.seats.map((seat) => `${String(seat.sectionId)} ${seat.rowName} ${seat.seatName}`)).size).toBe(738)
    expect(plan.sections).toHaveLength(15)
  })
})

describe('a pretix plan', () => {
  const seat = (n: number, x: number, more: object = {}): object => ({
    seat_guid: `g${String(n)}`,
    seat_number: n,
    position: { x, y: 0 },
    category: 'A',
    ...more,
  })
  const planOf = (rows: object[], more: object = {}): object => ({
    name: 'x',
    size: { width: 400, height: 300 },
    categories: [{ name: 'A', color: '#f00' }],
    zones: [{ name: 'Z', position: { x: 10, y: 10 }, rows, areas: [] }],
    ...more,
  })
  const read = (written: unknown): { plan: LaidOutPlan | undefined; notes: ImportNotes } => {
    const notes = new ImportNotes()
    return { plan: readPretix(written, {}, PLACE, notes), notes }
  }

  test('adds the offsets of zone, row and seat; rows are ordered from the stage, seats from the left', () => {
    const { plan } = read(
      planOf([
        { row_number: '2', position: { x: 100, y: 80 }, seats: [seat(3, 0), seat(4, 25)] },
        { row_number: '1', position: { x: 100, y: 50 }, seats: [seat(2, 25), seat(1, 0)] },
      ]),
    )
    expect(
      plan?.seats.map(({ guid, rowName, x, y, seatplanX, seatplanY, rotate }) => [guid, rowName, x, y, seatplanX, seatplanY, rotate]),
    ).toEqual([
      ['g1', '1', 1, 1, 110, 60, 0],
      ['g2', '1', 2, 1, 135, 60, 0],
      ['g3', '2', 1, 2, 110, 90, 0],
      ['g4', '2', 2, 2, 135, 90, 0],
    ])
  })

  test('skips an XCoordinate at a gap in the row', () => {
    const { plan } = read(planOf([{ row_number: '1', seats: [seat(1, 0), seat(2, 25), seat(3, 90)] }]))
    expect(plan?.seats.map((one) => one.x)).toEqual([1, 2, 4])
  })

  test('with unknown keys, other label positions, numbers as text and missing guids is read, and each repair is listed', () => {
    const { plan, notes } = read(
      planOf([
        {
          row_number: 5,
          row_number_position: 'left',
          colour: 'red',
          seats: [seat(1, 0, { seat_guid: undefined, mood: 1 }), { seat_number: '2', position: { x: '30', y: 0 } }],
        },
      ]),
    )
    expect(notes.problems).toEqual([])
    expect(plan?.seats.map((one) => [one.guid, one.category, one.seatplanX])).toEqual([
      ['Z-5-1', 'A', 10],
      ['Z-5-2', 'A', 40],
    ])
    expect(notes.repairs.map(writeRemark)).toEqual([
      'plan.json: $: left out row.colour, which the format does not know (1 times)',
      'plan.json: $: left out seat.mood, which the format does not know (1 times)',
      'plan.json: $.zones[0].rows[0].seats[0]: has no seat_guid; it is "Z-5-1" from now on',
      'plan.json: $.zones[0].rows[0].seats[1]: has no seat_guid; it is "Z-5-2" from now on',
      'plan.json: $.zones[0].rows[0].seats[1]: has no category; it gets the first one, "A"',
    ])
  })

  test('with areas takes the largest as its stage', () => {
    const areas = [
      { shape: 'text', position: { x: 0, y: 0 }, text: { text: 'hello' } },
      { shape: 'rectangle', position: { x: 50, y: 20 }, rectangle: { width: 100, height: 20 }, text: { text: 'Stage' } },
    ]
    const { plan } = read(
      planOf([], {
        zones: [
          { name: 'Z', position: { x: 0, y: 0 }, rows: [{ row_number: '1', position: { x: 0, y: 90 }, seats: [seat(1, 0)] }], areas },
        ],
      }),
    )
    expect(plan?.stage).toEqual({
      outline: [
        [50, 20],
        [150, 20],
        [150, 40],
        [50, 40],
      ],
      labelX: 100,
      labelY: 30,
      label: 'Stage',
    })
  })

  test('with two seats in one place is a problem', () => {
    const { plan, notes } = read(planOf([{ row_number: '1', seats: [seat(1, 0), seat(2, 5)] }]))
    if (plan) checkPlan(plan, PLACE, notes)
    expect(notes.problems.map((problem) => problem.sentence)).toEqual([
      "the seats g1 and g2 lie 5.0 units apart, less than a seat's size of 20",
    ])
  })

  test('that is something else is refused with the paths of what is missing', () => {
    expect(read({ zones: [{ rows: [{ seats: [{}] }] }] }).notes.problems.map(writeRemark)).toEqual([
      expect.stringContaining('plan.json: $.zones[0].rows[0].seats[0].seat_number: '),
      expect.stringContaining('plan.json: $.size: '),
    ])
  })
})

describe('the stadium of counts', () => {
  test('has all 39,264 seats of its counted rows and the 352 of its rows with gaps, without overlap', async () => {
    const notes = new ImportNotes()
    const plan = await demoPlan(121, notes)
    const inRanges = await seatsInRanges()
    expect(notes.problems).toEqual([])
    expect(inRanges).toBe(352)
    expect(plan.seats).toHaveLength(39_264 + inRanges)
    expect(plan.sections).toHaveLength(58)
    expect(findOverlaps(plan.seats, plan.seatSize)).toEqual([])
  })

  test('has its sectors round the pitch, and no outline contains a seat of another', async () => {
    const plan = await demoPlan(121, new ImportNotes())
    const [x, y] = [plan.stage?.labelX ?? 0, plan.stage?.labelY ?? 0]
    const sides = plan.sections.map((section) => [Math.sign(section.labelX - x), Math.sign(section.labelY - y)].join(' '))
    expect(new Set(sides)).toEqual(new Set(['-1 -1', '-1 1', '1 -1', '1 1']))
    for (const section of plan.sections) {
      const [left, right] = [Math.min(...section.outline.map((p) => p[0])), Math.max(...section.outline.map((p) => p[0]))]
      const near = plan.seats.filter((seat) => seat.sectionId !== section.id && seat.seatplanX > left && seat.seatplanX < right)
      expect(
        near.filter((seat) => isInside([seat.seatplanX, seat.seatplanY], section.outline)).map((seat) => `${seat.guid} in ${section.name}`),
      ).toEqual([])
    }
  })

  test('has its seats facing the pitch', async () => {
    const plan = await demoPlan(121, new ImportNotes())
    const [x, y] = [plan.stage?.labelX ?? 0, plan.stage?.labelY ?? 0]
    const away = plan.seats.filter(
      (seat) =>
        Math.sin((seat.rotate * Math.PI) / 180) * (x - seat.seatplanX) - Math.cos((seat.rotate * Math.PI) / 180) * (y - seat.seatplanY) <=
        0,
    )
    expect(away).toEqual([])
  })

  async function seatsInRanges(): Promise<number> {
    const text = await readFile(`${DEMO}/metalist-stadium.json`, 'utf8')
    const ranges = [...text.matchAll(/"seats": "([\d,-]*-[\d,-]*)"/g)].flatMap((match) => (match[1] ?? '').split(','))
    return ranges.map((range) => range.split('-').map(Number)).reduce((sum, [from = 0, to = 0]) => sum + to - from + 1, 0)
  }
})

describe('the theatre', () => {
  test('has 600 seats with premium, limited-view, wheelchair and companion places', async () => {
    const { seats } = await demoPlan(11, new ImportNotes())
    const withFeature = (code: number): number => seats.filter((seat) => seat.features.includes(code)).length
    expect(seats).toHaveLength(600)
    expect([withFeature(13), withFeature(12), withFeature(10), withFeature(11)]).toEqual([110, 8, 4, 2])
  })
})

function isInside([x, y]: readonly [number, number], outline: LaidOutPlan['sections'][number]['outline']): boolean {
  return outline.reduce((inside, [ax, ay], index) => {
    const [bx, by] = outline[(index + 1) % outline.length] ?? [ax, ay]
    return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax ? !inside : inside
  }, false)
}
