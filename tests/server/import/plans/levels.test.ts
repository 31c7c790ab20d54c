import { expect, test } from 'vitest'
import { findOverlaps } from '#lib/domain/seating/plan/find-overlaps.ts'
import type { LaidOutPlan } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { exportPlan } from '#lib/server/import/plans/forms/export-plan.ts'
import { writeRemark } from '#lib/server/import/read/report.ts'
import { readWritten } from '#tests/support/plans/read-written.ts'

/** Rows of six seats in two sections that are drawn over each other, below a stage. */
const SEATS = ['אולם', 'יציע'].flatMap((section) =>
  [1, 2, 3].flatMap((row) =>
    [1, 2, 3, 4, 5, 6].map((seat) => ({ x: 100 + seat * 33, y: 100 + row * 37, section, row: String(row), seat: String(seat) })),
  ),
)
const STAGE = { outline: [[100, 10], [300, 10], [300, 50], [100, 50]], label: 'במה' } // prettier-ignore
const BAR = [[20, 120], [80, 120], [80, 200], [20, 200]] // prettier-ignore
const points = (more: object = {}) => ({
  format: 'points',
  stage: STAGE,
  sections: [
    { name: 'אולם', level: 'קומת קרקע' },
    { name: 'יציע', level: 'קומה ראשונה' },
    { name: 'עמידה', capacity: 40, outline: BAR, level: 'קומה ראשונה' },
  ],
  shapes: [
    { shape: 'rectangle', x: 310, y: 120, width: 60, height: 60, text: 'בר', color: '#eeeeee', level: 'קומה ראשונה' },
    { shape: 'text', x: 200, y: 300, text: 'יציאה' },
  ],
  seats: SEATS,
  ...more,
})

const levelsOf = ({ levels = [], sections }: LaidOutPlan) =>
  sections.map(({ name, level }) => `${name}: ${levels[level ?? -1]?.name ?? 'none'}`)

const expectApart = ({ seats, seatSize, sections, levels = [] }: LaidOutPlan) => {
  expect(findOverlaps(seats, seatSize - 0.05)).toEqual([])
  const levelOf = new Map(sections.map(({ id, level = 0 }) => [id, levels[level]]))
  const places = seats.map(({ sectionId, seatplanX: x, seatplanY: y }) => [
    x - (levelOf.get(sectionId)?.x ?? 0),
    y - (levelOf.get(sectionId)?.y ?? 0),
  ])
  expect(places.slice(18)).toEqual(places.slice(0, 18))
}

test('points say the level of a section and of a shape; the levels are drawn apart, and the export gives them again', async () => {
  const { plan, notes } = await readWritten('points', points())
  expect(notes.problems).toEqual([])
  expect(levelsOf(plan)).toEqual(['אולם: קומת קרקע', 'יציע: קומה ראשונה', 'עמידה: קומה ראשונה'])
  expectApart(plan)
  expect(plan.stage?.outline[0]).toEqual([100, 10])
  expect(plan.areas?.map(({ text, level }) => [text, level])).toEqual([
    ['יציאה', undefined],
    ['בר', 1],
  ])
  const move = plan.levels?.[1]
  expect(plan.areas?.[1]?.outline[0]).toEqual([310, 120 + (move?.y ?? 0)])
  expect(plan.sections[2]?.outline[0]).toEqual([20, 120 + (move?.y ?? 0)])
  const again = await readWritten('points', JSON.parse(exportPlan(plan, 'x', 'points').text) as object)
  expect(again.notes.problems).toEqual([])
  expect([levelsOf(again.plan), again.plan.levels, again.plan.seats]).toEqual([levelsOf(plan), plan.levels, plan.seats])
  expect(exportPlan(plan, 'x', 'pretix').lost.join()).toContain('its 2 levels, which "levels" says')
})

test('a drawing says the level of a seat and of a shape by data-level, as the export writes it', async () => {
  const { plan } = await readWritten('points', points({ sections: points().sections.slice(0, 2) }))
  const { text, lost } = exportPlan(plan, 'x', 'svg')
  expect(lost).toEqual([])
  const { plan: again, notes } = await readWritten('svg', text)
  expect(notes.problems).toEqual([])
  expect([levelsOf(again), again.levels]).toEqual([levelsOf(plan), plan.levels])
  expectApart(again)
  expect(again.areas?.map(({ text: written, level }) => [written, level]).filter(([written]) => written !== '')).toEqual([
    ['יציאה', undefined],
    ['בר', 1],
  ])
  // Where nothing else says the section, the level is it.
  const { plan: sections } = await readWritten('svg', text.replaceAll(/ data-section="[^"]*"/g, '').replaceAll(/cy="\d+"/g, (_cy, at: number) => `cy="${String(at)}"`)) // prettier-ignore
  expect(levelsOf(sections)).toEqual(['קומת קרקע: none', 'קומה ראשונה: none'])
})

const SHEET = `קומה,אזור,שורה,כיסאות
קרקע,ימין,1,1-6
,,2,1-6
,שמאל,1,1-6
גג,גלריה,1,1-6
`

test('a column of a spreadsheet says the level of its sections; a section on two levels is one on each', async () => {
  const { plan, notes } = await readWritten('sheet', SHEET)
  expect([notes.problems, notes.warnings.filter(({ sentence }) => sentence.includes('columns'))]).toEqual([[], []])
  expect(levelsOf(plan)).toEqual(['ימין: קרקע', 'שמאל: קרקע', 'גלריה: גג'])
  expect(plan.seats.filter(({ rowName }) => rowName === '2')).toHaveLength(6)
  const shared = await readWritten('sheet', SHEET.replace('גלריה', 'שמאל'))
  expect(levelsOf(shared.plan)).toEqual(['ימין: קרקע', 'קרקע שמאל: קרקע', 'גג שמאל: גג'])
  expect(shared.notes.repairs.map(writeRemark).join()).toContain('the section "שמאל" is on several levels')
  const own = { columns: { level: 'Rang', section: 'אזור' } }
  expect(levelsOf((await readWritten('sheet', SHEET.replace('קומה', 'Rang'), own)).plan)).toEqual(levelsOf(plan))
  // A column of floors alone says the sections.
  const floors = await readWritten('sheet', SHEET.replaceAll(/^([^,]*),[^,]*,/gm, '$1,'))
  expect(levelsOf(floors.plan)).toEqual(['קרקע: none', 'גג: none'])
  const mixed = await readWritten('sheet', 'section,level,row,seats\nA,,1,1-4\nB,Up,1,1-4\nC,Top,1,1-4\n')
  expect(mixed.notes.problems.map(writeRemark).join()).toContain('"A" is on no level, and other sections are')
})

test('a catalogue says which sections of a pretix plan or of a drawing are on which level', async () => {
  const levels = { 'קומת קרקע': ['אולם'], 'קומה ראשונה': ['Gallery'] }
  const { plan } = await readWritten('points', points({ sections: [], shapes: [] }), { levels: { 'קומת קרקע': ['אולם'], 'קומה ראשונה': ['יציע'] } }) // prettier-ignore
  expect(levelsOf(plan)).toEqual(['אולם: קומת קרקע', 'יציע: קומה ראשונה'])
  expectApart(plan)
  const over = { ...plan, levels: undefined, source: undefined, seats: plan.seats.map((seat, at) => ({ ...seat, seatplanY: plan.seats[at % 18]?.seatplanY ?? 0 })) } // prettier-ignore
  for (const form of ['pretix', 'svg'] as const) {
    const written = exportPlan(over, 'x', form).text.replaceAll('יציע', 'Gallery')
    const read = await readWritten(form, written, { levels, sectionNames: { Gallery: 'יציע' } })
    expect(read.notes.problems).toEqual([])
    expect(levelsOf(read.plan)).toEqual(['אולם: קומת קרקע', 'יציע: קומה ראשונה'])
    expectApart(read.plan)
    expect(read.notes.warnings.map(writeRemark).join()).not.toContain('lie over seats')
  }
})

test.each([
  [{ 'קומת קרקע': ['אולם'], 'קומה ראשונה': ['גג'] }, '"גג" is no section; there are "אולם", "יציע"'],
  [{ 'קומת קרקע': ['אולם'], 'קומה ראשונה': ['אולם'] }, '"יציע" is on no level, and other sections are; the levels are'],
])('levels %o are a problem', async (levels, sentence) => {
  const { notes } = await readWritten('points', points({ sections: [], shapes: [] }), { levels })
  expect(notes.problems.map(writeRemark).join()).toContain(sentence)
})

test('a section of rows without a level is a problem where others have one', async () => {
  const sections = [
    { id: 1, name: 'אולם', category: 'א', level: 'קרקע' },
    { id: 2, name: 'יציע', category: 'א' },
  ]
  const tiers = [1, 2].map((section) => ({ blocks: [section], origin: { x: 200, y: section * 100 }, rows: [{ name: '1', seats: 4 }] }))
  const { notes } = await readWritten('rows', { width: 400, height: 300, sections, tiers })
  expect(notes.problems.map(writeRemark).join()).toContain('sections[1].level: "יציע" is on no level, and other sections are')
})
