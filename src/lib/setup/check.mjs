// npm run check: checks what a change could have broken, in about a minute; npm test checks everything.
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

/** Runs the test files of a project that the change affects, and prints how many are left to npm test. */
function chosenTests(project) {
  const { files, left } = testsOf(project, changed)
  if (left > 0) say(`${left} further files of the project ${project} import what has changed: npm test runs them.`)
  return files.length > 0 ? [step(project, files)] : []
}
