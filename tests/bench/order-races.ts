import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Races {
  readonly env: Readonly<Record<string, string>>
  /** Which tests. */
  readonly tests: readonly string[]
}

const ENROLMENTS = 'tests/api/orders/enrolments-of-processes.test.ts'

/**
 * npm run races [-- NAME]: tests at full length, each over two processes of the app on a real PostgreSQL, then their figures and a verdict.
 * - orders: orders that race for one voucher (A5), one coupon (A6), one call (A8) and the end of a hold (A9), and cancellations of one reservation (A7), each with
 *   its negative control; that of A7 is in one process, because it takes the locks out of the program itself. RACE_ROUNDS and HOLD_END_TRIALS say how often.
 * - season: 200 subscribers for one chair on ten dates, half of them for one date only: locks, with their negative controls, and orders. RACE_ROUNDS says how often.
 * - season-kills: kill -9 of the app while series and seasons are ordered. CRASH_KILLS says how often.
 */
const RACES: Readonly<Record<string, Races>> = {
  orders: {
    env: { RACE_ROUNDS: '20', HOLD_END_TRIALS: '1000' },
    tests: ['-t', 'A[5-9]', 'tests/api/seats/race-of-processes.test.ts', 'tests/server/cancel/cancel-race.test.ts'],
  },
  season: { env: { RACE_ROUNDS: '100' }, tests: ['-t', 'A1|control', 'tests/server/seats/series-race.test.ts', ENROLMENTS] },
  'season-kills': { env: { CRASH_KILLS: '15' }, tests: ['-t', 'kill -9', ENROLMENTS] },
}

const name = process.argv[2] ?? 'orders'
const races = RACES[name]
if (!races) {
  process.stderr.write(`npm run races -- ${name}: there is ${Object.keys(RACES).join(', ')}.\n`)
  process.exit(2)
}
const figures = join(tmpdir(), `shura-races-${String(process.pid)}.txt`)
const tests = spawn('vitest', ['run', '--project', 'server', '--reporter=verbose', '--no-file-parallelism', ...races.tests], {
  stdio: 'inherit',
  env: { ...races.env, ...process.env, FIGURES: figures },
})
tests.on('exit', (code) => {
  try {
    process.stdout.write(readFileSync(figures, 'utf8'))
    rmSync(figures)
  } catch {
    process.stdout.write('Nothing was measured.\n')
  }
  process.stdout.write(code === 0 ? `${name}: held in every round\n` : `${name}: FAILED, see above\n`)
  process.exit(code ?? 1)
})
