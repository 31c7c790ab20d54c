import { spawn } from 'node:child_process'

/** The payment-fault suite in full: every scenario with 200 seeds, or as many as FAULT_SEEDS says. Its last line has the totals. */
const tests = spawn('vitest', ['run', '--project', 'server', 'tests/server/payments/payment-faults.test.ts'], {
  stdio: 'inherit',
  env: { FAULT_SEEDS: '200', ...process.env },
})
tests.on('exit', (code) => process.exit(code ?? 1))
