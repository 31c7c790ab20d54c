import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { HouseForm } from './house-forms.ts'
import type { PretixFile } from './pretix-houses.ts'

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

/** What reading and checking a plan took. */
export interface ReadingCost {
  readonly seats: number
  readonly problems: readonly string[]
  /** Of processor time. */
  readonly seconds: number
  /** Of the whole process. */
  readonly megabytes: number
}

/** The flags of npm run plan and npm run import. */
export async function flagsOf(script: 'plan' | 'import'): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> }
  return (scripts[script] ?? '').split(' ').filter((word) => word.startsWith('--'))
}

/** Writes a plan of 40,000 seats in a form to a folder, and reads and checks it in a process of its own. */
export async function readLargeHouse({ format, file, write }: HouseForm, folder: string): Promise<ReadingCost> {
  await writeFile(join(folder, file), write(LARGE))
  const args = [...(await flagsOf('plan')), 'tests/support/plans/measure-plan.ts', format, join(folder, file)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as ReadingCost
}
