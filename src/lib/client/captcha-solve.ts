import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'

/** Finds the number that a challenge asks for. @returns the payload of the pass call; undefined where none was found. */
export async function solve(challenge: Record<string, unknown>): Promise<string | undefined> {
  if (!isChallenge(challenge)) return undefined
  const solution = await solveChallenge({ challenge, deriveKey })
  return solution ? btoa(JSON.stringify({ challenge, solution })) : undefined
}

function isChallenge(challenge: unknown): challenge is Challenge {
  return typeof challenge === 'object' && challenge !== null && 'parameters' in challenge && 'signature' in challenge
}
