import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planFromTerminal } from '#lib/server/import/look/cli.ts'
import { FORMS } from '#tests/support/plans/house-forms.ts'
import { flagsOf, readLargeHouse } from '#tests/support/plans/large-house.ts'

let folder = ''
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'plan-large-'))))
afterAll(() => rm(folder, { recursive: true }))

describe('a plan of 40,000 seats', () => {
  // What it takes is measured by npm run bench -- plans; far more than that is another way of reading, and no matter of what else the machine does.
  test.each(FORMS)('in the form $format is read and checked without holding it several times', async (form) => {
    expect(await flagsOf('plan')).toEqual(await flagsOf('import'))
    const { seats, problems, megabytes } = await readLargeHouse(form, folder)
    expect({ seats, problems }).toEqual({ seats: 40_000, problems: [] })
    expect(megabytes).toBeLessThanOrEqual(360)
  })
})

test('a file of 600 MB is refused at once, by a sentence, whatever form it says it has', async () => {
  for (const name of ['huge.json', 'huge.csv', 'huge.xlsx', 'huge.svg']) {
    const file = await open(join(folder, name), 'w')
    await file.truncate(600 * 1_048_576)
    await file.close()
    const said: string[] = []
    const say = (line: string) => void said.push(line)
    expect(await planFromTerminal(['look', name], { say, complain: say, folder, dataDir: join(folder, 'data') })).toBe(1)
    expect(said.join('\n')).toContain('huge')
    expect(said.join('\n')).toMatch(/has 600 MB; files of up to 128 MB are read/)
  }
})
