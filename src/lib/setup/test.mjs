// npm test: runs every check of the project. `npm test -- --only types,unit` runs some of them.
import { install } from './install.mjs'
import { say } from './run.mjs'
import { finish, runLane, STEPS } from './test-run.mjs'

await install()
const chosen = chosenSteps()
// The linter and the types read the build's output, and tests start it. What is beside the tests fills the time in which they wait for a database, a process or a page.
const built = lane('build')
await Promise.all([
  lane('format')
    .then(() => built)
    .then(() => lane('lint', 'types')),
  built.then(() => lane('unit', 'server', 'e2e')),
])
finish()

/** Runs those of the steps that were chosen, one after another. */
function lane(...names) {
  return runLane(names.filter((name) => chosen.includes(name)).map((name) => ({ name, work: STEPS[name] })))
}

function chosenSteps() {
  const at = process.argv.indexOf('--only')
  if (at < 0) return Object.keys(STEPS)
  const names = (process.argv[at + 1] ?? '').split(',')
  const unknown = names.filter((name) => !(name in STEPS))
  if (unknown.length > 0) {
    say(`There is no step ${unknown.join(', ')}; the steps are ${Object.keys(STEPS).join(', ')}.`)
    process.exit(2)
  }
  return names
}
