import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * npm run races: orders that race for one voucher (A5), one coupon (A6), one call (A8) and the end of a hold (A9), and cancellations of one reservation (A7), over two
 * processes of the app on a real PostgreSQL, each with its negative control; that of A7 is in one process, because it takes the locks out of the program
 * itself. RACE_ROUNDS and HOLD_END_TRIALS say how often; afterwards their figures are told.
 */
const RACES = ['-t', 'A[5-9]', 'tests/api/seats/race-of-processes.test.ts', 'tests/server/cancel/cancel-race.test.ts']

const figures = join(tmpdir(), `shura-races-${String(process.pid)}.txt`)
const tests = spawn('vitest', ['run', '--project', 'server', '--reporter=verbose', '--no-file-parallelism', ...RACES], {
  stdio: 'inherit',
  env: { RACE_ROUNDS: '20', HOLD_END_TRIALS: '1000', ...process.env, FIGURES: figures },
})
tests.on('exit', (code) => {
  try {
    process.stdout.write(readFileSync(figures, 'utf8'))
    rmSync(figures)
  } catch {
    process.stdout.write('Nothing was measured.\n')
  }
  process.exit(code ?? 1)
})
