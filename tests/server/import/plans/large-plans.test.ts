import { execFile } from 'node:child_process'
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planFromTerminal } from '#lib/server/import/look/cli.ts'
import { FORMS } from '#tests/support/plans/house-forms.ts'
import type { PretixFile } from '#tests/support/plans/pretix-houses.ts'

let folder = ''
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'plan-large-'))))
afterAll(() => rm(folder, { recursive: true }))

/** 200 rows of 200 seats. */
const LARGE: PretixFile = {
  name: 'large',
  categories: [{ name: 'A', color: '#F44336' }],
  size: { width: 7_000, height: 9_000 },
  zones: [
    {
      name: 'Hall',
      position: { x: 0, y: 0 },
      areas: [],
      rows: Array.from({ length: 200 }, (_, row) => ({
        row_number: String(row + 1),
        position: { x: 33, y: 40 * (row + 1) },
        seats: Array.from({ length: 200 }, (_seat, at) => ({
          seat_guid: `${String(row)}-${String(at)}`,
          seat_number: String(at + 1),
          position: { x: 33 * at, y: 0 },
          category: 'A',
        })),
      })),
    },
  ],
}

/** The flags of npm run plan and npm run import. */
async function flagsOf(script: 'plan' | 'import'): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> }
  return (scripts[script] ?? '').split(' ').filter((word) => word.startsWith('--'))
}

describe('a plan of 40,000 seats', () => {
  test.each(FORMS)('in the form $format is read and checked in 2 s of processor time and 300 MB', async ({ format, file, write }) => {
    await writeFile(join(folder, file), write(LARGE))
    expect(await flagsOf('plan')).toEqual(await flagsOf('import'))
    const args = [...(await flagsOf('plan')), 'tests/support/plans/measure-plan.ts', format, join(folder, file)]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    const { seats, problems, seconds, megabytes } = JSON.parse(stdout) as Record<string, unknown>
    expect({ seats, problems }).toEqual({ seats: 40_000, problems: [] })
    expect(megabytes).toBeLessThanOrEqual(300)
    expect(seconds).toBeLessThanOrEqual(2)
  })
})

test('a file of 600 MB is refused at once, by a sentence, whatever form it says it has', async () => {
  for (const name of ['huge.json', 'huge.csv', 'huge.xlsx', 'huge.svg']) {
    const file = await open(join(folder, name), 'w')
    await file.truncate(600 * 1_048_576)
    await file.close()
    const said: string[] = []
    const say = (line: string) => void said.push(line)
    const before = process.cpuUsage()
    expect(await planFromTerminal(['look', name], { say, complain: say, folder, dataDir: join(folder, 'data') })).toBe(1)
    const { user, system } = process.cpuUsage(before)
    expect(said.join('\n')).toContain('huge')
    expect(said.join('\n')).toMatch(/has 600 MB; files of up to 128 MB are read/)
    expect((user + system) / 1e6).toBeLessThan(0.5)
  }
})
