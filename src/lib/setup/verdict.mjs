/** A stalling machine may cost so many browser tests their first try; more than that is a fault. */
const MOST_SECOND_TRIES = 3

/**
 * What makes a run fail.
 * @param {readonly string[]} failedSteps
 * @param {{ failed: number, secondTries: readonly string[], isStopped?: boolean }} total stopped: steps may be missing
 * @returns {string[]} empty: it passed
 */
export function verdictOf(failedSteps, { failed, secondTries, isStopped = false }) {
  return [
    ...failedSteps,
    ...(failed > 0 && failedSteps.length === 0 ? ['tests'] : []),
    ...(isStopped ? ['the run was stopped'] : []),
    ...(secondTries.length > MOST_SECOND_TRIES ? [`more than ${MOST_SECOND_TRIES} tests that passed only when retried`] : []),
  ]
}
