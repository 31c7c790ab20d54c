import { defineConfig } from 'vitest/config'

/** The tests that a mutant of the domain has to get past. */
export default defineConfig({ test: { include: ['tests/domain/**/*.test.ts', 'tests/contract/**/*.test.ts'], testTimeout: 20_000 } })
