import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { Challenge } from 'altcha-lib/types'

const PATIENCE = 60_000

/**
 * Finds the number that a challenge asks for. The hashing runs in the browser's own crypto threads, so the page stays free.
 * @returns the payload of the pass call; undefined where none was found.
 */
export async function solve(challenge: Record<string, unknown>): Promise<string | undefined> {
  if (!isChallenge(challenge)) return undefined
  const solution = await solveChallenge({ challenge, deriveKey, timeout: PATIENCE })
  return solution ? btoa(JSON.stringify({ challenge, solution })) : undefined
}

function isChallenge(challenge: object): challenge is Challenge {
  return 'parameters' in challenge && 'signature' in challenge
}
