import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { checkPlan } from '#lib/server/import/plans/check-plan.ts'
import { layOutPlan } from '#lib/server/import/plans/read-plan.ts'
import { ImportNotes } from '#lib/server/import/read/report.ts'
import { seatplan } from '#lib/server/import/schema/plan-item-schema.ts'

/** Reads and checks the plan of a file, in a process of its own, and prints what that took: `node measure-plan.ts FORMAT FILE`. */
const [format = '', file = ''] = process.argv.slice(2)
const item = seatplan.parse({ id: 1, venueId: 1, name: 'x', format, file })
const notes = new ImportNotes()
const before = process.cpuUsage()
const plan = await layOutPlan({ item, place: { file, path: [] } }, dirname(file), notes)
if (plan) checkPlan(plan, { file, path: [] }, notes)
const { user, system } = process.cpuUsage(before)
const found = { seats: plan?.seats.length ?? 0, problems: notes.problems.map(({ sentence }) => sentence) }

/** In MB. The most that a process is said to have used counts what its parent had when it was started, so Linux is asked for that of this program alone. */
function mostMemory(): number {
  const own = process.platform === 'linux' ? /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] : undefined
  return Math.round((own === undefined ? process.resourceUsage().maxRSS : Number(own)) / 1024)
}

process.stdout.write(JSON.stringify({ ...found, seconds: (user + system) / 1e6, megabytes: mostMemory() }))
