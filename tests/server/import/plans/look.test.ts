import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planFromTerminal } from '#lib/server/import/look/cli.ts'

let folder = ''
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'plan-look-'))))
afterAll(() => rm(folder, { recursive: true }))

async function look(...args: string[]): Promise<{ code: number; said: string; complained: string }> {
  const [said, complained]: [string[], string[]] = [[], []]
  const terminal = { say: (line: string) => said.push(line), complain: (line: string) => complained.push(line) }
  const code = await planFromTerminal(['look', ...args], { ...terminal, folder, dataDir: join(folder, 'data') })
  return { code, said: said.join('\n'), complained: complained.join('\n') }
}

/** Five rows of ten seats below a stage. */
const hall = (more: object = {}): object => ({
  format: 'points',
  stage: { outline: [[100, 10], [400, 10], [400, 50], [100, 50]], label: 'במה' }, // prettier-ignore
  seats: Array.from({ length: 50 }, (_, index) => ({
    x: 100 + (index % 10) * 33,
    y: 100 + Math.floor(index / 10) * 40,
    row: String(Math.floor(index / 10) + 1),
    seat: String((index % 10) + 1),
  })),
  ...more,
})

describe('npm run plan -- look', () => {
  test('tells what was read and draws it with foci and the ten best pairs, beside the data directory', async () => {
    await writeFile(join(folder, 'hall.json'), JSON.stringify(hall()))
    const { code, said, complained } = await look('hall.json')
    expect([code, complained]).toEqual([0, ''])
    expect(said).toMatch(/Read as points in \d+ ms: 50 seats, 1 sections/)
    expect(said).toMatch(/The best pairs: \d\/5\+\d\/6, /)
    expect(said).toContain('In a catalogue: {"id":1,"venueId":1,"name":"hall","format":"points","file":"hall.json"}')
    const page = await readFile(join(folder, 'hall.json.plan.html'), 'utf8')
    expect(page.match(/<title>\d+\/\d+ /g)).toHaveLength(50)
    expect(page.match(/stroke="#000"/g)).toHaveLength(20)
    expect(page.match(/stroke="#c0f"/g)?.length).toBeGreaterThan(0)
    expect(page).not.toMatch(/<script|stroke="#c00"/)
  })

  test('says what seats look to, which an option changes: also to several points', async () => {
    const rows = (from: number, names: readonly number[]) => names.map((name, at) => ({ name, y: from + at * 40 }))
    // Two blocks that face each other over a stage that the file does not draw.
    const blocks = { North: rows(100, [3, 2, 1]), South: rows(400, [1, 2, 3]) }
    const seats = Object.entries(blocks).flatMap(([section, own]) =>
      own.flatMap(({ name, y }) => [1, 2, 3, 4].map((seat) => ({ x: 100 + seat * 33, y, section, row: String(name), seat: String(seat) }))),
    )
    await writeFile(join(folder, 'traverse.json'), JSON.stringify({ format: 'points', seats }))
    const guessed = await look('traverse.json')
    expect(guessed.said).toMatch(/seats look to \d+,\d+ of the drawing: "foci" \(--foci\)/)
    const { code, said } = await look('traverse.json', '--foci', '180,260 180,320', '--out', 'traverse.html')
    expect([code, said]).toEqual([0, expect.stringContaining('"foci":[{"x":180,"y":260},{"x":180,"y":320}]')])
    expect(said).toContain('seats look to 180,260 and 180,320 of the drawing')
    expect((await readFile(join(folder, 'traverse.html'), 'utf8')).match(/fill="#c0f"/g)).toHaveLength(2)
    expect((await look('traverse.json', '--foci', '180,here')).complained).toContain('$.foci[0].y: "here" must be a number')
    expect((await look('traverse.json', '--foci', '180')).complained).toContain('$.foci[0].y')
  })

  test('marks seats that lie over each other, and ends as an import would', async () => {
    const seats = [
      { x: 100, y: 100, row: 1, seat: 1 },
      { x: 133, y: 100, row: 1, seat: 2 },
      { x: 134, y: 100, row: 2, seat: '<i>' },
    ]
    await writeFile(join(folder, 'over.json'), JSON.stringify(hall({ seats })))
    const { code, complained } = await look('over.json', '--out', 'drawn.html')
    expect(code).toBe(1)
    expect(complained).toMatch(/problem .*lie 1\.0 units apart/)
    const page = await readFile(join(folder, 'drawn.html'), 'utf8')
    expect(page.match(/stroke="#c00"/g)).toHaveLength(2)
    expect(page).toContain('Problems: 1')
    expect(page).not.toContain('<i>')
  })

  test('reads pretix plans, rows and one plan of a catalogue', async () => {
    const seats = [1, 2].map((n) => ({ seat_guid: `g${String(n)}`, seat_number: n, position: { x: n * 30, y: 0 }, category: 'A' }))
    const zones = [{ name: 'Z', position: { x: 100, y: 100 }, rows: [{ row_number: '1', position: { x: 0, y: 0 }, seats }], areas: [] }]
    const pretix = { name: 'p', size: { width: 300, height: 300 }, categories: [{ name: 'A' }], zones }
    const tiers = [{ blocks: [1], origin: { x: 400, y: 80 }, rows: [{ name: '1', seats: 4 }] }]
    const rows = { width: 800, height: 300, sections: [{ id: 1, name: 'a', category: 'a' }], tiers }
    const plans = [3, 4].map((id) => ({ id, venueId: 1, name: 'x', format: 'rows', plan: rows }))
    await writeFile(join(folder, 'pretix.json'), JSON.stringify(pretix))
    await writeFile(join(folder, 'rows.json'), JSON.stringify(rows))
    await writeFile(join(folder, 'house.json'), JSON.stringify({ seatplans: plans }))
    expect((await look('pretix.json')).said).toContain('Read as pretix')
    expect((await look('rows.json')).said).toMatch(/Read as rows .* 4 seats/)
    await writeFile(join(folder, 'hall.csv'), 'Reihe,Platz\n1,1\n1,2\n')
    expect((await look('hall.csv')).complained).toContain('"columns" says which is which')
    expect((await look('hall.csv', '--columns', 'row=Reihe,seat=Platz')).said).toMatch(
      /Read as sheet .* 2 seats[^]*"columns":\{"row":"Reihe","seat":"Platz"\}/,
    )
    expect((await look('house.json')).complained).toContain('holds the plans 3, 4: choose one by --plan')
    expect((await look('house.json', '--plan', '4')).said).toContain('{"id":4,')
  })

  test('proposes a mapping for a drawing whose names are not known, and takes one', async () => {
    const circles = [1, 2, 3].map((seat) => `<circle id="Z1+R2+${String(seat)}" cx="${String(seat * 30)}" cy="50" r="10"/>`)
    await writeFile(join(folder, 'drawn.svg'), `<svg viewBox="0 0 200 100">${circles.join('')}</svg>`)
    const { code, complained } = await look('drawn.svg')
    expect(code).toBe(1)
    const proposed = /for example (\{.*\})$/m.exec(complained)?.[1] ?? ''
    expect(JSON.parse(proposed)).toEqual({ element: 'circle', names: { id: '{section}+{row}+{seat}' } })
    await writeFile(join(folder, 'mapping.json'), proposed)
    const taken = await look('drawn.svg', '--mapping', 'mapping.json')
    expect([taken.code, taken.said]).toEqual([
      0,
      expect.stringMatching(/Read as svg .* 3 seats, 1 sections[^]*section 1 "Z1": 3 seats in 1 rows/),
    ])
  })

  test('refuses a file of 600 GB at once, what is no plan and unknown words, and writes nothing then', async () => {
    await writeFile(join(folder, 'large.json'), '')
    await truncate(join(folder, 'large.json'), 600_000 * 1_048_576)
    const before = await readdir(folder)
    const began = performance.now()
    const large = await look('large.json')
    expect(performance.now() - began).toBeLessThan(20_000)
    expect([large.code, large.complained]).toEqual([1, expect.stringMatching(/has 600000 MB; files of up to 128 MB are read: leave out/)])
    await writeFile(join(folder, 'other.json'), '{"a":1}')
    expect((await look('other.json')).complained).toContain(
      'is no seat plan that is known here: a spreadsheet (.csv, .xlsx), a drawing (.svg), JSON with "zones" (pretix)',
    )
    expect((await look('nowhere.json')).complained).toContain('cannot read')
    for (const name of ['nowhere.csv', 'nowhere.svg']) expect((await look(name)).complained).toContain(`${name}: $.file: cannot read`)
    expect((await look('hall.json', '--sclae', '2')).code).toBe(2)
    expect((await look('hall.json', '--scale', 'big')).complained).toContain('$.scale: "big" must be a number')
    expect(await readdir(folder)).toEqual([...before, 'other.json'].sort())
  })
})
