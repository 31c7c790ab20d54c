import { describe, expect, test } from 'vitest'
import { hallAtLevel } from '#lib/domain/seating/plan/hall-levels.ts'
import { layOutHall, type Hall, type WireSection } from '#lib/domain/seating/plan/seat-hall.ts'
import type { PlanArea } from '#lib/domain/seating/plan/seatplan.ts'
import { placesOf, planOf, sectionOf } from '#tests/domain/seating/rules/seat-fixtures.ts'
import { buildHall } from '#tests/support/seats/build-hall.ts'

const row = (top: number, rest: Partial<WireSection>): WireSection => ({ ...sectionOf('א', [[[], []]], top), labelX: 7, ...rest })
const area = (text: string, level?: number): PlanArea => ({
  ...{ outline: [[10, 20], [30, 40]], fill: null, line: null, text, textX: 20, textY: 30 }, // prettier-ignore
  ...{ textSize: 5, textColour: '#000000', rotate: 0, isUnderSeats: false, level },
})

/** Two rows a level, one on every level, one that is not drawn; the second level is drawn so far to the right and down. */
const [RIGHT, DOWN] = [400, 1000]
const hall = (): Hall =>
  layOutHall(
    {
      ...{ id: 1, venueId: 1, levels: [{ name: 'ground', x: 0, y: 0 }, { name: 'first', x: RIGHT, y: DOWN }] }, // prettier-ignore
      stage: { outline: [[0, 0], [60, 10]], labelX: 30, labelY: 5, label: '' }, // prettier-ignore
      areas: [area('everywhere'), area('ground', 0), area('first', 1)],
      tables: [1, 2].map((sectionId) => ({ kind: 'table', sectionId, y: 1, sellWhole: false, outline: [] })),
      picture: { src: '/behind', x: 1, y: 2, width: 3, height: 4 },
    },
    [
      ['1', row(0, { level: 0, outline: [[0, 0], [1, 1]] })], // prettier-ignore
      ['2', row(DOWN, { level: 1, outline: [[0, DOWN], [1, DOWN + 1]] })], // prettier-ignore
      ['3', row(100, {})],
      ['4', row(200, { isDrawn: false })],
      ['5', row(300, { level: 1, isDrawn: false })],
    ],
  )

const seatsShown = (at: Hall) => [...at.x.keys()].filter((seat) => !Number.isNaN(at.x[seat]) && !Number.isNaN(at.y[seat]))
const seatsGone = (at: Hall) => [...at.x.keys()].filter((seat) => Number.isNaN(at.x[seat]) && Number.isNaN(at.y[seat]))

describe.each([
  [0, [0, 1, 4, 5], [0, 2]],
  [1, [2, 3, 4, 5], [1, 2]],
])('a hall on level %i', (level, seats, sections) => {
  test('shows its own seats and those of no level, and none that are not drawn', () => {
    const at = hallAtLevel(hall(), level)
    expect(seatsShown(at)).toEqual(seats)
    expect(seatsGone(at)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter((seat) => !seats.includes(seat)))
  })

  test('has nothing to draw for other sections, and their rows are empty', () => {
    const at = hallAtLevel(hall(), level)
    const shown = [...at.sections.keys()].filter((section) => at.sections[section]?.labelX === 7)
    expect(shown).toEqual(sections)
    for (const [index, section] of at.sections.entries()) {
      if (sections.includes(index)) expect(section).toEqual(hall().sections[index])
      else expect([section.outline, section.labelX, section.labelY, section.box]).toEqual([[], -1e9, -1e9, [-1e9, -1e9, -1e9, -1e9]])
    }
    const rows = hall().rows.map((one, index) => (sections.includes(index) ? one : { ...one, end: one.first }))
    expect(at.rows).toEqual(rows)
  })

  test('has the tables of its own sections', () => {
    const at = hallAtLevel(hall(), level)
    expect(at.tables?.all.map(({ sectionId }) => sectionId)).toEqual([level + 1])
    expect([0, 2].map((seat) => at.tables?.at(seat)?.sectionId)).toEqual([1, 2])
  })
})

test('everything of no level is where the second level has it, and what is of the level stays', () => {
  const at = hallAtLevel(hall(), 1)
  expect(at.stage).toEqual({ outline: [[RIGHT, DOWN], [RIGHT + 60, DOWN + 10]], labelX: RIGHT + 30, labelY: DOWN + 5, label: '' }) // prettier-ignore
  expect(at.picture).toEqual({ src: '/behind', x: RIGHT + 1, y: DOWN + 2, width: 3, height: 4 })
  const moved = { ...area('everywhere'), outline: [[RIGHT + 10, DOWN + 20], [RIGHT + 30, DOWN + 40]], textX: RIGHT + 20, textY: DOWN + 30 } // prettier-ignore
  expect(at.areas).toEqual([moved, area('first', 1)])
  expect(hallAtLevel(hall(), 0).areas).toEqual([area('everywhere'), area('ground', 0)])
})

test('the hall itself stays as it is', () => {
  const all = hall()
  hallAtLevel(all, 1)
  expect([seatsShown(all), all.stage, all.rows.every(({ first, end }) => end > first)]).toEqual([[...all.x.keys()], hall().stage, true])
})

test('a hall without levels, stage, areas, tables and picture is shown whole', () => {
  const plain = buildHall(planOf({ 1: sectionOf('א', [[[], []]]), 2: placesOf('ב', 5) }))
  const at = hallAtLevel(plain, 0)
  expect([at.stage, at.areas, at.tables, at.picture, at.box, at.sections]).toEqual([null, undefined, undefined, undefined, plain.box, plain.sections]) // prettier-ignore
  expect(seatsShown(at)).toEqual([0, 1])
})
