import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findOverlaps } from '#lib/domain/seating/plan/find-overlaps.ts'
import type { LaidOutPlan } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { catalogueFile } from '#lib/server/import/schema/catalogue-schema.ts'
import { checkPlan } from '#lib/server/import/plans/check-plan.ts'
import { readPlan } from '#lib/server/import/plans/read-plan.ts'
import type { PretixOptions } from '#lib/server/import/plans/pretix/pretix-options.ts'
import { readPretix } from '#lib/server/import/plans/pretix/read-pretix.ts'
import { ImportNotes, writePath, writeRemark } from '#lib/server/import/read/report.ts'

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

  test('draws the floor that lies over another elsewhere, as its option says, and nothing else', async () => {
    const notes = new ImportNotes()
    const plan = await demoPlan(131, notes)
    expect(findOverlaps(plan.seats, plan.seatSize - 0.05)).toEqual([])
    expect(notes.warnings).toEqual([])
  })

  test('without options stands as the file draws it, and the notes name the option for each choice', async () => {
    const written: unknown = JSON.parse(await readFile(`${DEMO}/seatmap-canvas_stadium.json`, 'utf8'))
    const notes = new ImportNotes()
    const plan = readPretix(written, {}, { place: PLACE, notes })
    expect([plan?.seats.length, plan?.width, plan?.height, plan?.stage]).toEqual([738, 2000, 2000, null])
    expect(notes.problems).toEqual([])
    expect(notes.warnings.map(writeRemark)).toEqual([
      expect.stringMatching(/nothing says that it is the stage.*"stage" names it.*"zones\[0\]\.areas\[0\]" \(847 × 350 at 612, 661\)/),
      expect.stringMatching(/taken to look to 1037, 844: "foci" changes it/),
      expect.stringMatching(/162 seats of "First Floor" lie over seats of "Ground floor".*"zoneOffsets"/),
    ])
  })

  test('keeps the guids by which its sold seats are known', async () => {
    const plan = await demoPlan(131, new ImportNotes())
    const hash = createHash('sha256').update(
      plan.seats
        .map(({ guid }) => guid)
        .toSorted()
        .join(),
    )
    expect(hash.digest('hex').slice(0, 16)).toBe('5e600da32d22ae13')
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
    return { plan: readPretix(written, {}, { place: PLACE, notes }), notes }
  }

  test('adds the offsets of zone, row and seat; rows and seats keep the file’s order', () => {
    const { plan } = read(
      planOf([
        { row_number: '2', position: { x: 100, y: 80 }, seats: [seat(3, 0), seat(4, 25)] },
        { row_number: '1', position: { x: 100, y: 50 }, seats: [seat(2, 25), seat(1, 0)] },
      ]),
    )
    expect(
      plan?.seats.map(({ guid, rowName, x, y, seatplanX, seatplanY, rotate }) => [guid, rowName, x, y, seatplanX, seatplanY, rotate]),
    ).toEqual([
      ['g3', '2', 1, 1, 110, 90, 0],
      ['g4', '2', 2, 1, 135, 90, 0],
      ['g2', '1', 1, 2, 135, 60, 0],
      ['g1', '1', 2, 2, 110, 60, 0],
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
      'plan.json: $: keeps row.colour for the export; the format does not know it (1 times)',
      'plan.json: $: keeps seat.mood for the export; the format does not know it (1 times)',
      'plan.json: $: 1 numbers are written as text; they are read as numbers',
      'plan.json: $.zones[0].rows[0].seats[0]: has no seat_guid; it is "Z-5-1" from now on',
      'plan.json: $.zones[0].rows[0].seats[1]: has no seat_guid; it is "Z-5-2" from now on',
      'plan.json: $.zones[0].rows[0].seats[1]: has no category; it gets the first one, "A"',
    ])
  })

  const rectangle = (x: number, y: number, width: number, height: number, text: string): object => ({
    shape: 'rectangle',
    position: { x, y },
    rectangle: { width, height },
    text: { text },
  })
  const withAreas = (...areas: object[]): object =>
    planOf([], {
      zones: [
        {
          name: 'Z',
          position: { x: 0, y: 0 },
          rows: [{ row_number: '1', position: { x: 100, y: 200 }, seats: [seat(1, 0), seat(2, 25)] }],
          areas,
        },
      ],
    })
  const readWith = (options: PretixOptions, ...areas: object[]): { plan: LaidOutPlan | undefined; notes: ImportNotes } => {
    const notes = new ImportNotes()
    return { plan: readPretix(withAreas(...areas), options, { place: PLACE, notes }), notes }
  }
  const wide = rectangle(0, 0, 400, 60, 'Foyer')
  const stage = rectangle(50, 100, 100, 20, 'Bühne')
  const ground = rectangle(0, 80, 400, 200, 'Stage')

  test.each([
    ['what the file calls so, not the largest area', {}, [wide, stage], 'Bühne'],
    ['what the file calls so with a Hebrew article', {}, [wide, rectangle(50, 100, 100, 20, 'הבמה')], 'הבמה'],
    ['what the option names by its text', { stage: 'foyer' }, [wide, stage], 'Foyer'],
    ['what the option names by its path', { stage: 'zones[0].areas[0]', stageLabel: 'Front' }, [wide], 'Front'],
    ['nothing where no area says so', {}, [wide], undefined],
    [
      'nothing where an area is only beside it',
      {},
      [rectangle(0, 0, 90, 20, 'Backstage'), rectangle(0, 30, 90, 20, 'Food court')],
      undefined,
    ],
    ['never an area with seats in it', {}, [ground], undefined],
    ['nothing where the option says so', { stage: 'none' }, [stage], undefined],
  ] as const)('has as its stage %s', (_what, options, areas, label) => {
    const { plan, notes } = readWith(options, ...areas)
    expect(plan?.stage?.label).toBe(label)
    expect(notes.problems).toEqual([])
    expect(plan?.areas?.map(({ isUnderSeats }) => isUnderSeats)).toEqual(areas.map((area) => area === ground))
  })

  test('refuses an option that names no area, or one with seats in it, and offers what there is', () => {
    const sentences = [readWith({ stage: 'Arena' }, wide), readWith({ stage: 'Stage' }, wide, ground)].map(
      ({ notes }) => notes.problems[0]?.sentence,
    )
    expect(sentences).toEqual([
      '"stage": "Arena" is no area of this plan; "stage" names it by text or path: "zones[0].areas[0]" ("Foyer", 400 × 60 at 0, 0), or "none"',
      '"stage": "Stage" has seats in it, so it cannot be the stage; "stage" names it by text or path: "zones[0].areas[0]" ("Foyer", 400 × 60 at 0, 0), or "none"',
    ])
  })

  test('looks to what the option says, else to every stage of the file', () => {
    expect(readWith({ foci: [{ x: 5, y: 6 }] }, stage).plan?.foci).toEqual([[5, 6]])
    expect(readWith({}, stage, rectangle(0, 240, 100, 20, 'Stage B')).plan?.foci).toEqual([
      [100, 110],
      [50, 250],
    ])
  })

  test('turns the marks of its seats into features, however they are written, and adds those of the catalogue', () => {
    const notes = new ImportNotes()
    const marks = [
      { wheelchair: true },
      { type: 'companion' },
      { attributes: { restricted_view: 'yes' } },
      { tags: ['Rollstuhlplatz', 'premium'] },
      { category: 'נגיש' },
      { is_wheelchair: 1 },
      { wheelchair: false, note: 'wheel of fortune' },
    ]
    const written = planOf([{ row_number: '1', seats: marks.map((mark, at) => seat(at + 1, at * 25, mark)) }])
    const plan = readPretix(written, { seatFeatures: { g2: [12] } }, { place: PLACE, notes })
    expect(plan?.seats.map(({ features }) => features)).toEqual([[10], [11, 12], [12], [10, 13], [10], [10], []])
    expect(notes.repairs.map(({ sentence }) => sentence)).toContain('4 seats are marked so in the file that they get the feature 10')
  })

  test('is read without what it can do without, and each repair is listed', () => {
    const { plan, notes } = read({
      size: { width: '100', height: 100 },
      zones: [
        { name: 'Empty' },
        { name: 'Bar', rows: null, areas: [rectangle(0, 0, 10, 10, 'Bar')] },
        {
          rows: [
            { row_number: null, seats: [{ seat_number: 1 }, { seat_number: '1' }, { seat_number: '' }] },
            { row_number: 'B', seats: [{ seat_number: 7 }] },
          ],
        },
        { name: '3', rows: [{ row_number: '1', position: { x: 400, y: -50 }, seats: [seat(9, 0), seat(9, 25, { category: 'Odd' })] }] },
      ],
    })
    expect(notes.problems).toEqual([])
    expect(plan?.seats.map((one) => [one.sectionId, one.rowName, one.seatName, one.category, one.seatplanX, one.seatplanY])).toEqual([
      [1, '1', '1', 'standard', 0, 110],
      [1, '1', '1 (2)', 'standard', 25, 110],
      [1, '1', '3', 'standard', 50, 110],
      [1, 'B', '7', 'standard', 0, 140],
      [2, '1', '9', 'A', 400, 60],
      [2, '1', '9 (2)', 'Odd', 425, 60],
    ])
    expect(plan?.sections.map(({ name }) => name)).toEqual(['3', '3 (2)'])
    expect([plan?.width, plan?.height]).toEqual([485, 210])
    expect(notes.repairs.map(({ path, sentence }) => `${writePath(path)} ${sentence.split(/[;,]/)[0] ?? ''}`)).toEqual([
      '$ 1 numbers are written as text',
      '$.zones[0] has neither seats nor areas',
      '$.zones[2].rows[0] has no position',
      '$.zones[2].rows[0].seats[0] has no seat_guid',
      '$.zones[2].rows[0].seats[0] has no category',
      `$.zones[2].rows[0].seats[1].seat_guid "--1" is another seat's guid already`,
      '$.zones[2].rows[0].seats[1] has no category',
      '$.zones[2].rows[0].seats[2] has no seat_guid',
      '$.zones[2].rows[0].seats[2].seat_number is empty',
      '$.zones[2].rows[0].seats[2] has no category',
      '$.zones[2].rows[0] 3 of its seats have no position',
      '$.zones[2].rows[1] has no position',
      '$.zones[2].rows[1].seats[0] has no seat_guid',
      '$.zones[2].rows[1].seats[0] has no category',
      '$.zones[2] has no name',
      `$.zones[3].rows[0].seats[1].seat_guid "g9" is another seat's guid already`,
      '$.categories lacks "A"',
      '$.categories lacks "Odd"',
      '$.zones[2] "3" has seat 1 in row 1 twice',
      '$.zones[3] another section is "3" already',
      '$.zones[3] "3 (2)" has seat 9 in row 1 twice',
      '$.size is too small for the seats',
      '$.size seats stand left of it or above it',
    ])
  })

  test('with two seats in one place is a problem', () => {
    const { plan, notes } = read(planOf([{ row_number: '1', seats: [seat(1, 0), seat(2, 5)] }]))
    if (plan) checkPlan(plan, PLACE, notes)
    expect(notes.problems.map((problem) => problem.sentence)).toEqual([
      expect.stringMatching(/^the seats ".*, 1, 1" and ".*, 1, 2" lie 5.0 units apart, one over the other$/),
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
