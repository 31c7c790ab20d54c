import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FORMS } from '#tests/support/plans/house-forms.ts'
import { readLargeHouse } from '#tests/support/plans/large-house.ts'
import { percentile, scaled, type Bench } from './bench.ts'

/** Seconds of processor time and MB that reading and checking a plan of 40,000 seats may take. */
const LIMITS = { seconds: 2, megabytes: 300 }
const ROUNDS = scaled(3)

/** Plans of 40,000 seats in each form, read and checked in processes of their own with the flags of npm run plan and npm run import. */
export async function benchPlans({ print }: Bench): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'shura-plans-'))
  try {
    for (const form of FORMS) {
      const costs = []
      for (let round = 0; round < ROUNDS; round++) costs.push(await readLargeHouse(form, folder))
      const [seconds, megabytes] = [costs.map((one) => one.seconds), costs.map((one) => one.megabytes)].map((all) => percentile(all, 0.5))
      print(
        `plan of 40,000 seats as ${form.format}: ${seconds?.toFixed(2) ?? ''} s of processor time (ratio to the limit ${((seconds ?? 0) / LIMITS.seconds).toFixed(2)}), ` +
          `${megabytes?.toFixed(0) ?? ''} MB (${((megabytes ?? 0) / LIMITS.megabytes).toFixed(2)})`,
      )
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
