/** Maximum number of browser tests that may pass on a retry only, for a stalling machine. */
const MOST_SECOND_TRIES = 3

/**
 * Returns the reasons for which a run fails.
 * @param {readonly string[]} failedSteps
 * @param {{ failed: number, secondTries: readonly string[], isStopped?: boolean }} total isStopped: steps may be missing
 * @returns {string[]} empty if the run passed
 */
export function verdictOf(failedSteps, { failed, secondTries, isStopped = false }) {
  return [
    ...failedSteps,
    ...(failed > 0 && failedSteps.length === 0 ? ['tests'] : []),
    ...(isStopped ? ['the run was stopped'] : []),
    ...(secondTries.length > MOST_SECOND_TRIES ? [`more than ${MOST_SECOND_TRIES} tests that passed only when retried`] : []),
  ]
}
