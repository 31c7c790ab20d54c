import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rankGroups } from '#lib/domain/seating/best/best-seats.ts'
import type { LaidOutPlan, LaidOutSeat, Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { packPlan } from '#lib/domain/seating/plan/pack-plan.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { unpackPlan } from '#lib/domain/seating/plan/unpack-plan.ts'
import { emptyStates } from '#lib/domain/seating/rules/seat-states.ts'
import { checkPlan } from '#lib/server/import/plans/check-plan.ts'
import { layOutPlan } from '#lib/server/import/plans/read-plan.ts'
import { ImportNotes } from '#lib/server/import/read/report.ts'
import { seatplan } from '#lib/server/import/schema/plan-item-schema.ts'
import { DRAWN, type Drawing } from '#tests/support/plans/draw-file.ts'
import { FORMS, type HouseForm } from '#tests/support/plans/house-forms.ts'
import { CATEGORIES, HOUSES, type House } from '#tests/support/plans/pretix-houses.ts'

let folder = ''
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'plan-drawn-'))))
afterAll(() => rm(folder, { recursive: true }))

/** The middle of the stage, which a form without drawings says by "foci"; measured by hand. */
const LOOKED_AT: Readonly<Record<string, readonly Point[]>> = {
  arena: [[1000, 700], [1000, 900]], // prettier-ignore
  'thrust stage': [[700, 290]],
  benches: [[407, 95]],
  boxes: [[584, 140]],
  'odd and even': [[393, 100]],
  'rotated rows': [[910, 283]],
  'overlapping zones': [[437, 100]],
  'spiral of 20,000': [[2600, 2600]],
  'no stage': [],
  'areas under seats': [[505, 117]],
  'two stages': [[486, 80], [486, 1320]], // prettier-ignore
}

/** Rows as somebody reads them off the drawing, from the first seat to the last, and the neighbours of some seats. */
const BY_HAND: Readonly<
  Record<
    string,
    {
      rows: Readonly<Record<string, readonly [first: string, last: string, seats: number]>>
      beside: Readonly<Record<string, readonly string[]>>
    }
  >
> = {
  arena: {
    rows: { 'North 1': ['1', '20', 20], 'South 6': ['1', '20', 20], 'West 3': ['1', '12', 12] },
    beside: { 'North-1-10': ['9', '11'], 'West-1-12': ['11'], 'South-2-1': ['2'] },
  },
  'thrust stage': {
    rows: { 'Front 1': ['1', '20', 20], 'Left 5': ['1', '11', 11], 'Right 1': ['1', '11', 11] },
    beside: { 'Front-10-20': ['19'], 'Left-1-1': ['2'], 'Right-3-6': ['5', '7'] },
  },
  benches: { rows: { 'Nave 1': ['1', '24', 24], 'Nave 12': ['1', '24', 24] }, beside: { 'Nave-4-12': ['11', '13'], 'Nave-4-24': ['23'] } },
  boxes: {
    rows: { 'Floor 12': ['1', '18', 18], 'Box L1 1': ['1', '2', 2], 'Box R5 2': ['1', '2', 2] },
    beside: { 'Box L1-1-1': ['2'], 'Box L1-2-2': ['1'], 'Floor-1-1': ['2'] },
  },
  'odd and even': {
    rows: { 'Saal 1': ['11', '12', 12], 'Saal 10': ['11', '12', 12] },
    beside: { 'Saal-4-1': ['3', '2'], 'Saal-3-1': ['3', '2'], 'Saal-4-11': ['9'], 'Saal-4-12': ['10'] },
  },
  'rotated rows': {
    rows: { 'Hall 10': ['1', '16', 16], 'Hall 1': ['1', '16', 16] },
    beside: { 'Hall-3-8': ['7', '9'], 'Hall-3-16': ['15'] },
  },
  'overlapping zones': {
    rows: { 'Parterre 1': ['1', '20', 20], 'Gallery 4': ['1', '19', 19] },
    beside: { 'Gallery-1-1': ['2'], 'Parterre-9-10': ['9', '11'] },
  },
  'spiral of 20,000': { rows: { 'Ring 1': ['1', '100', 100], 'Ring 200': ['1', '100', 100] }, beside: { 'Ring-3-100': ['99'], 'Ring-4-50': ['49', '51'] } }, // prettier-ignore
  'no stage': { rows: { 'Room 1': ['1', '14', 14], 'Room 9': ['1', '14', 14] }, beside: { 'Room-1-7': ['6', '8'] } },
  'areas under seats': { rows: { 'Hall 1': ['1', '20', 20] }, beside: { 'Hall-1-20': ['19'] } },
  'two stages': { rows: { 'Sun 8': ['1', '18', 18], 'Moon 1': ['1', '18', 18] }, beside: { 'Moon-1-9': ['8', '10'], 'Sun-8-1': ['2'] } },
}

/** A plan as the shop stores it, as its pages have it, and its file. */
interface Seen {
  readonly plan: LaidOutPlan
  readonly hall: Hall
  /** In the order of the hall. */
  readonly seats: readonly LaidOutSeat[]
  readonly drawing: Drawing
}

async function see({ format, file, isDrawn, write }: HouseForm, house: House): Promise<Seen> {
  const text = write(house.file)
  await writeFile(join(folder, file), text)
  const foci = isDrawn ? [] : (LOOKED_AT[house.name] ?? [])
  const said = foci.length > 0 ? { foci: foci.map(([x, y]) => ({ x, y })) } : {}
  const item = seatplan.parse({ id: 1, venueId: 1, name: house.name, format, file, ...said })
  const notes = new ImportNotes()
  const plan = await layOutPlan({ item, place: { file, path: [] } }, folder, notes)
  if (plan) checkPlan(plan, { file, path: [] }, notes)
  expect(notes.problems).toEqual([])
  if (!plan) throw new Error('not read')
  const sections = plan.sections.map((section) => ({ ...section, firstPlace: null }))
  const packed = packPlan({
    ...plan,
    id: 1,
    venueId: 1,
    name: '',
    version: '1',
    picture: undefined,
    sections,
    seats: plan.seats.map((seat, at) => ({ ...seat, id: at + 1 })),
  })
  const own = Map.groupBy(plan.seats, ({ sectionId }) => sectionId)
  return { plan, hall: unpackPlan(packed), seats: plan.sections.flatMap(({ id }) => own.get(id) ?? []), drawing: DRAWN[format](text) }
}

function gap([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(ax - bx, ay - by)
}

/** A colour as #rrggbb or #rrggbbaa. */
function plain(colour: string): string | null {
  if (colour === '') return null
  const rgb = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour)
  if (rgb) return `#${rgb.slice(1).map((part) => Number(part).toString(16).padStart(2, '0')).join('')}` // prettier-ignore
  return (colour.length === 4 ? `#${[...colour.slice(1)].map((digit) => digit + digit).join('')}` : colour).toLowerCase()
}

const MANY = FORMS.flatMap((form) => HOUSES.map((house) => ({ form, house, what: `${house.name} as ${form.format}` })))

describe.each(MANY)('$what', ({ form, house }) => {
  let seen: Seen
  beforeAll(async () => void (seen = await see(form, house)))

  test('has every seat within a pixel of its place in the file, as pages get it', () => {
    const { hall, seats, drawing } = seen
    expect(hall.count).toBe(drawing.seats.size)
    const moved = seats.filter(({ guid }, at) => !(gap([hall.x[at] ?? 0, hall.y[at] ?? 0], drawing.seats.get(guid) ?? [NaN, NaN]) <= 1))
    expect(moved.map(({ guid }) => guid)).toEqual([])
  })

  test('draws shapes and texts where the file does, in its order and colours', () => {
    const { plan, drawing } = seen
    const areas = plan.areas ?? []
    const shapes = areas.filter(({ outline }) => outline.length > 0)
    expect(shapes.map(({ fill }) => fill)).toEqual(drawing.shapes.map(({ fill }) => plain(fill)))
    for (const [at, { outline }] of shapes.entries())
      for (const corner of drawing.shapes[at]?.corners ?? []) expect(Math.min(...outline.map((point) => gap(point, corner)))).toBeLessThan(1) // prettier-ignore
    const texts = areas.filter(({ text }) => text !== '')
    expect(texts.map(({ text, textColour }) => [text, textColour])).toEqual(drawing.texts.map(({ text, colour }) => [text, plain(colour)]))
    for (const [at, { textX, textY }] of texts.entries()) expect(gap([textX, textY], drawing.texts[at]?.at ?? [NaN, NaN])).toBeLessThan(1)
    if (form.isDrawn) expect(plan.colours).toMatchObject({ A: CATEGORIES[0]?.color.toLowerCase() })
  })

  test('has the rows and neighbours that are written down for it', () => {
    const { plan, seats } = seen
    const { rows, beside } = BY_HAND[house.name] ?? { rows: {}, beside: {} }
    const names = new Map(plan.sections.map(({ id, name }) => [id, name]))
    const found = Map.groupBy(seats, (seat) => `${names.get(seat.sectionId) ?? ''} ${seat.rowName}`)
    for (const [row, [first, last, count]] of Object.entries(rows)) {
      const own = found.get(row) ?? []
      expect([row, own[0]?.seatName, own.at(-1)?.seatName, own.length]).toEqual([row, first, last, count])
    }
    for (const [guid, wanted] of Object.entries(beside)) {
      const seat = seats.find((one) => one.guid === guid)
      const next = seats.filter((one) => one.sectionId === seat?.sectionId && one.y === seat.y && Math.abs(one.x - seat.x) === 1)
      expect([guid, next.map(({ seatName }) => seatName)]).toEqual([guid, wanted])
    }
  })

  test('offers the ten pairs that were marked by hand among the first twenty', () => {
    const { hall, seats } = seen
    const states = emptyStates(hall)
    states.status.fill(1)
    states.allocation.fill(1)
    const rules = { loneSeats: 'allowed', keepOneFree: false, companionNeedsWheelchair: true, seatingPolicyId: 1 } as const
    const offered = rankGroups(hall, states, { quantity: 2, rules, together: 'first', most: 20 })
    const nameOf = (guids: readonly string[]): string => guids.toSorted().join(' ')
    const pairs = offered.map((group) => nameOf(group.seats.map((seat) => seats[seat]?.guid ?? '')))
    expect(house.best.map(nameOf).filter((pair) => !pairs.includes(pair))).toEqual([])
  })
})
