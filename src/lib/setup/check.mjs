// npm run check: what a change could have broken, in a minute or so; npm test is everything.
import { changedFiles, testsOf } from './changed-files.mjs'
import { install } from './install.mjs'
import { say } from './run.mjs'
import { finish, runLane, STEPS } from './test-run.mjs'

await install()
const changed = changedFiles()
if (changed.length === 0) {
  say('Nothing has changed.')
  process.exit(0)
}
const source = changed.filter((file) => /\.([cm]?[jt]s|tsx|astro)$/.test(file))
await Promise.all([
  runLane([step('format', changed), ...(source.length > 0 ? [step('lint', source), step('types', source)] : [])]),
  runLane([step('unit'), ...chosenTests('server'), ...chosenTests('e2e')]),
])
finish()

function step(name, files) {
  return { name, work: () => STEPS[name](files) }
}

/** The test files of a project that the change touches, if there are any; it says how many are left to npm test. */
function chosenTests(project) {
  const { files, left } = testsOf(project, changed)
  if (left > 0) say(`${left} further files of the project ${project} import what has changed: npm test runs them.`)
  return files.length > 0 ? [step(project, files)] : []
}
