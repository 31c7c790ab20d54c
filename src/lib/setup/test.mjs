// npm test: runs every check of the project. `npm test -- --only types,unit` runs some of them.
import { install } from './install.mjs'
import { say } from './run.mjs'
import { finish, runLane, STEPS } from './test-run.mjs'

/** Steps without waits fill the time in which the tests wait for a database, a process or a page. The linter and the types read the build's output. */
const LANES = [['build'], ['format', 'lint', 'types'], ['unit', 'server', 'e2e']]

await install()
const chosen = chosenSteps()
const [first, ...beside] = LANES.map((names) => names.filter((name) => chosen.includes(name)).map((name) => ({ name, work: STEPS[name] })))
await runLane(first)
await Promise.all(beside.map(runLane))
finish()

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
