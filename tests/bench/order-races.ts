import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * npm run races: orders that race for one voucher (A5), one coupon (A6), one call (A8) and the end of a hold (A9), and cancellations of one reservation (A7), each with its negative control, on a real
 * PostgreSQL. RACE_ROUNDS and HOLD_END_TRIALS say how often; afterwards their figures are told.
 */
const FILES = ['voucher-race', 'coupon-race', 'order-races', 'hold-end', 'cancel-race'].map((name) => `tests/server/${name}.test.ts`)

const figures = join(tmpdir(), `shura-races-${String(process.pid)}.txt`)
const tests = spawn('vitest', ['run', '--project', 'server', '--reporter=verbose', '--no-file-parallelism', ...FILES], {
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
