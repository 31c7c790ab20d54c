import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { replaceChecks } from './tests/support/checks/replace-code.ts'

// Browser tests only: a test that fails is retried once, and `npm test` lists it; more than a few such tests fail the run.
// A broken invariant of the database is never retried.
const SECOND_TRY = { count: 1, condition: /^(?![\s\S]*invariant)/ }

/** Half of the time a test of the server or of a page waits for a process, a lock or a clock: three share two cores. */
const WORKERS = Math.min(4, Math.max(2, Math.ceil(availableParallelism() * 1.5)))

/** What was found instead is said whole where the run names its failures. */
const chaiConfig = { truncateThreshold: 400 }

const UNIT = { chaiConfig, pool: 'threads' as const, maxWorkers: 2, testTimeout: 20_000 }

const SERVER = {
  chaiConfig,
  pool: 'forks' as const,
  maxWorkers: WORKERS,
  globalSetup: ['tests/support/database/postgres.ts'],
  isolate: false,
  setupFiles: ['tests/support/alone.ts'],
  // Only what never ends is ended by these: a machine that stalls for seconds is no fault of the shop.
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 20_000 } },
  env: { LOG_LEVEL: 'silent', CODE_LIMIT_FACTOR: '1' },
}

export default defineConfig({
  test: {
    // npm run coverage: the rules alone, which the unit tests have to reach by themselves. Thresholds are a little under what was measured.
    coverage: {
      provider: 'v8',
      include: ['src/lib/domain/**/*.ts'],
      reporter: ['text'],
      thresholds: { branches: 91, functions: 97, lines: 97, statements: 97 },
    },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/domain/**/*.test.ts', 'tests/contract/**/*.test.ts', 'tests/text/**/*.test.ts', 'tests/architecture*.test.ts'],
          ...UNIT,
          // Rules keep no state, so that a module is loaded once for all files.
          isolate: false,
        },
      },
      { test: { name: 'unit-client', include: ['tests/client/**/*.test.ts', 'tests/layouts/**/*.test.ts'], ...UNIT } },
      { plugins: [replaceChecks()], test: { name: 'server', include: ['tests/server/**/*.test.ts', 'tests/api/**/*.test.ts'], ...SERVER } },
      {
        test: {
          name: 'e2e',
          chaiConfig,
          include: ['tests/e2e/**/*.test.ts', 'tests/budget.test.ts'],
          globalSetup: ['tests/support/browser/shop.ts'],
          pool: 'forks',
          isolate: false,
          setupFiles: ['tests/support/alone.ts'],
          maxWorkers: WORKERS,
          // As for the server: a machine at half its speed is no fault of the shop either.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
          retry: SECOND_TRY,
        },
      },
    ],
  },
})
