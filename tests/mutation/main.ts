import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runNode } from '#lib/setup/run.mjs'
import { installApart } from '#tests/support/install-apart.ts'

/** Installed apart: 180 packages that a shop never needs. */
const PACKAGES = { '@stryker-mutator/core': '10.1.1', '@stryker-mutator/vitest-runner': '10.1.1' }
/** A room whose tests miss more than one mutant in ten fails the run. */
const LEAST_SCORE = 90
const DOMAIN = 'src/lib/domain'

/** npm run mutate [-- room …]: changes the domain one expression at a time and looks whether a test turns red. A room is a folder, as `cart` or `seating/rules`. */
const rooms = process.argv.slice(2)
const unknown = rooms.filter((room) => !existsSync(join(DOMAIN, room)))
if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown.join(', ')} under ${DOMAIN}.\n`)
  process.exit(2)
}
const modules = await installApart('mutation', PACKAGES)
useProjectsOwn(modules)
const directory = mkdtempSync(join(tmpdir(), 'shura-mutation-'))
const config = join(directory, 'stryker.config.json')
writeFileSync(config, JSON.stringify(strykerConfig(rooms, directory)))
const code = await runNode([join(modules, '@stryker-mutator/core/bin/stryker.js'), 'run', config])
rmSync(directory, { recursive: true, force: true })
process.exit(code)

function strykerConfig(chosen: readonly string[], directory: string) {
  return {
    testRunner: 'vitest',
    vitest: { configFile: 'tests/mutation/vitest.config.ts' },
    mutate: chosen.length > 0 ? chosen.map((room) => `${DOMAIN}/${room}/**/*.ts`) : [`${DOMAIN}/**/*.ts`],
    plugins: ['@stryker-mutator/vitest-runner'],
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
    coverageAnalysis: 'perTest',
    // What only runs while a module is loaded is in every test: minutes a mutant, and rarely a fault.
    ignoreStatic: true,
    concurrency: Number(process.env.MUTATION_WORKERS ?? 2),
    thresholds: { high: 100, low: LEAST_SCORE, break: LEAST_SCORE },
    tempDirName: join(directory, 'work'),
    ignorePatterns: ['dist', 'data', 'public'],
  }
}

/** The runner has to start the Vitest that the tests import, and reads their tsconfig by the same TypeScript: not copies that came with it. */
function useProjectsOwn(modules: string): void {
  for (const name of ['vitest', 'typescript']) {
    rmSync(join(modules, name), { recursive: true, force: true })
    symlinkSync(resolve('node_modules', name), join(modules, name), 'junction')
  }
}
