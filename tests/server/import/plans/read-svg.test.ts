import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LaidOutPlan } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { checkPlan } from '#lib/server/import/plans/check-plan.ts'
import { readSvg } from '#lib/server/import/plans/forms/read-svg.ts'
import { ImportNotes } from '#lib/server/import/read/report.ts'

let folder = ''
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'plan-svg-'))))
afterAll(() => rm(folder, { recursive: true }))

interface Read {
  readonly plan: LaidOutPlan | undefined
  readonly problems: readonly string[]
  readonly notes: readonly string[]
}

async function readFileAt(path: string, options: object = {}): Promise<Read> {
  const [notes, inFile] = [new ImportNotes(), { file: 'hall.svg', path: [] }]
  const plan = readSvg(await readFile(path, 'utf8'), options, { place: inFile, notes })
  if (plan) checkPlan(plan, inFile, notes)
  const tell = ({ path: where, sentence }: { path: readonly unknown[]; sentence: string }) => `${where.join(', ')}: ${sentence}`
  return { plan, problems: notes.problems.map(tell), notes: [...notes.repairs, ...notes.warnings].map(tell) }
}

async function read(content: string, options: object = {}): Promise<Read> {
  const path = join(folder, 'hall.svg')
  await writeFile(path, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300">${content}</svg>`)
  return readFileAt(path, options)
}

/** Section, row, seat and place of each seat. */
function seatsOf({ plan }: Read): string[] {
  const names = new Map(plan?.sections.map(({ id, name }) => [id, name]))
  return (plan?.seats ?? [])
    .map(
      (seat) => `${names.get(seat.sectionId) ?? ''}/${seat.rowName}/${seat.seatName} ${String(seat.seatplanX)},${String(seat.seatplanY)}`,
    )
    .sort()
}

const THREE = ['A/2/1 100,100', 'A/2/2 130,100', 'A/2/3 160,100']

describe('a drawing with seats', () => {
  test.each([
    [
      'data attributes',
      [1, 2, 3].map((n) => `<circle data-section="A" data-row="2" data-seat="${n}" cx="${70 + 30 * n}" cy="100" r="10"/>`),
    ],
    [
      'data attributes of groups',
      [
        '<g data-block="A"><g data-row="2">',
        ...[1, 2, 3].map((n) => `<g data-seat="${n}"><rect x="${60 + 30 * n}" y="90" width="20" height="20"/><text>${n}</text></g>`),
        '</g></g>',
      ],
    ],
    [
      'TixGear One',
      [
        '<g inkscape:label="A"><title>2</title>',
        ...[1, 2, 3].map((n) => `<circle cx="${70 + 30 * n}" cy="100" r="10"><title>${n}</title></circle>`),
        '</g>',
      ],
    ],
    ['Tessitura', [1, 2, 3].map((n) => `<ellipse id="seat-${n}-2-A" cx="${70 + 30 * n}" cy="100" rx="10" ry="10"/>`)],
    ['ids in words', [1, 2, 3].map((n) => `<rect id="section-A-row-2-seat-${n}" x="${60 + 30 * n}" y="90" width="20" height="20"/>`)],
    [
      'groups',
      [
        '<g id="section-A"><g id="row-2">',
        ...[1, 2, 3].map((n) => `<circle id="seat-${n}" cx="${70 + 30 * n}" cy="100" r="10"/>`),
        '</g></g>',
      ],
    ],
    ['titles', [1, 2, 3].map((n) => `<circle cx="${70 + 30 * n}" cy="100" r="10"><title>Section A, Row 2, Seat ${n}</title></circle>`)],
    ['Hebrew titles', [1, 2, 3].map((n) => `<circle cx="${70 + 30 * n}" cy="100" r="10"><title>A, שורה 2, כיסא ${n}</title></circle>`)],
    [
      'transforms',
      [
        '<g transform="translate(100 100)"><g data-section="A" data-row="2" transform="scale(2) rotate(90)">',
        ...[1, 2, 3].map((n) => `<circle data-seat="${n}" transform="translate(0,${-15 * (n - 1)})" r="5"/>`),
        '</g></g>',
      ],
    ],
    [
      'use',
      [
        '<defs><symbol id="s"><path d="M-10-10h20v20h-20z"/></symbol></defs><g data-section="A" data-row="2">',
        ...[1, 2, 3].map((n) => `<use href="#s" x="${70 + 30 * n}" y="100" data-seat="${n}"/>`),
        '</g>',
      ],
    ],
    [
      'paths of curves',
      [1, 2, 3].map(
        (n) => `<path data-section="A" data-row="2" data-seat="${n}" d="M${60 + 30 * n},100a10,10 0 1,0 20,0a10,10 0 1,0 -20,0z"/>`,
      ),
    ],
    [
      'signs as Illustrator writes them',
      [1, 2, 3].map((n) => `<circle id="seat_x2D_${n}_x2D_2_x2D_A_1_" cx="${70 + 30 * n}" cy="100" r="10"/>`),
    ],
  ])('by %s has every seat in its place', async (_way, parts) => {
    const found = await read(parts.join('\n'))
    expect(found.problems).toEqual([])
    expect(seatsOf(found)).toEqual(THREE)
    expect([found.plan?.width, found.plan?.height]).toEqual([400, 300])
    expect(found.plan?.seatSize).toBeCloseTo(20, 1)
  })

  test('by a mapping takes only what it fits', async () => {
    const parts = [1, 2, 3].map((n) => `<g class="t" id="r.2"><circle class="x" id="A:${n}" cx="${70 + 30 * n}" cy="100" r="10"/></g>`)
    const mapping = { names: { id: '{section}:{seat}', 'group.id': 'r.{row}' }, class: 'x' }
    expect(seatsOf(await read(parts.join(''), { mapping }))).toEqual(THREE)
    expect((await read(parts.join(''), { mapping: { ...mapping, class: 'y' } })).problems[0]).toMatch(
      /the mapping fits none of its 3 shapes/,
    )
  })

  test('has categories by colours of elements, groups, styles and classes, with a note', async () => {
    const seat = (n: number, more: string) => `<circle data-row="1" data-seat="${n}" cx="${n * 30}" cy="50" r="9" ${more}/>`
    const { plan, notes } = await read(
      `<style>.b{fill:#00ff00}</style>${seat(1, 'fill="#ff0000"')}${seat(2, 'class="b"')}${seat(3, 'style="fill: #0000ff"')}<g fill="#ff0000">${seat(4, '')}</g>`,
    )
    expect(plan?.seats.map((one) => one.category)).toEqual(['#ff0000', '#00ff00', '#0000ff', '#ff0000'])
    expect(notes).toContainEqual(
      expect.stringContaining('price categories are named after colours: #ff0000, #00ff00, #0000ff; "categoryNames"'),
    )
    const named = await read(`${seat(1, 'data-category="זול"')}${seat(2, 'data-category="יקר" data-features="10"')}`)
    expect(named.plan?.seats.map((one) => [one.category, one.features])).toEqual([['זול', []], ['יקר', [10]]]) // prettier-ignore
  })

  test('has the stage that holds its name, and nothing that runs or is loaded', async () => {
    const { plan, notes } = await read(
      `<script>alert(1)</script><image href="http://x/y.png"/><foreignObject><p>1</p></foreignObject><rect x="50" y="10" width="200" height="30" onclick="x()"/><text x="150" y="30">STAGE</text>
       <circle data-row="1" data-seat="1" cx="100" cy="100" r="10"/><circle data-row="1" data-seat="2" cx="130" cy="100" r="10"/>`,
    )
    expect(plan?.stage).toMatchObject({ label: 'STAGE', outline: [[50, 10], [250, 10], [250, 40], [50, 40]] }) // prettier-ignore
    expect(notes).toContain(': left out what does not draw: <script>, <image>, <foreignObject>')
    expect(JSON.stringify(plan)).not.toMatch(/alert|onclick|http/)
  })

  test('tells of seats without a name, hidden parts and names that are there twice', async () => {
    const seats =
      '<circle data-row="1" data-seat="1" cx="100" cy="100" r="10"/><circle data-row="1" data-seat="2" cx="130" cy="100" r="10"/>'
    const { plan, notes } = await read(
      `${seats}<circle cx="160" cy="100" r="10"/><rect x="-900" y="0" width="5000" height="20"/><g display="none">${seats}</g>`,
    )
    expect(notes).toContain(': 1 shapes are as large as seats but have no names: they are drawn and not sold')
    expect([plan?.width, notes]).toEqual([400, expect.arrayContaining([': 1 shapes reach out of the viewBox and are left out'])])
    expect(notes).toContain(': 1 parts are hidden in the drawing and are not read')
    expect((await read(`${seats}\n${seats}`)).problems[0]).toBe(
      'line 2: seat 1 of row 1 of "1" is there already (line 1); every seat needs a name of its own in its row',
    )
  })

  test('that uses itself, has no seats or is none is refused in words', async () => {
    const self = await read('<g id="a"><use href="#a"/><use href="#a"/></g>')
    expect(self.problems[0]).toMatch(/names its seats in no way that is known/)
    expect((await read('')).problems[0]).toContain(
      '"mapping" (--mapping FILE) says how, for example {"names":{"id":"{section}-{row}-{seat}"}}',
    )
    await writeFile(join(folder, 'none.svg'), 'hello <b>')
    expect((await readFileAt(join(folder, 'none.svg'))).problems).toEqual([': is no SVG drawing: it has no <svg>'])
  })

  test('with ids of three parts takes what makes fewer sections, and a drawing that begins left of 0', async () => {
    const ids = (id: (row: string, seat: number) => string) =>
      ['A', 'B'].flatMap((row, y) => [1, 2, 3].map((n) => `<ellipse style="stroke: rgb(0, 0, 0)" id="${id(row, n)}" cx="${n * 20 - 30}" cy="${60 + y * 20}" rx="6.21" ry="6.21"/>`)) // prettier-ignore
    for (const id of [(row: string, n: number) => `seat-${n}-${row}-1`, (row: string, n: number) => `seat-1-${row}-${n}`]) {
      await writeFile(join(folder, 'left.svg'), `<svg viewBox="-40 50 200 100">${ids(id).join('')}</svg>`)
      const found = await readFileAt(join(folder, 'left.svg'))
      expect(found.problems).toEqual([])
      expect(seatsOf(found)).toEqual(['1/A/1 30,10', '1/A/2 50,10', '1/A/3 70,10', '1/B/1 30,30', '1/B/2 50,30', '1/B/3 70,30'])
    }
  })
})
