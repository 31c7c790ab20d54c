import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gridHouse } from './grid-house.ts'
import type { HouseForm } from './house-forms.ts'

const LARGE = gridHouse({ zones: ['Hall'], rows: 200, seats: 200 })

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
