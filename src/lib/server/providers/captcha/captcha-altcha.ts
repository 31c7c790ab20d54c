import { randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { z } from 'zod'
import { database } from '#lib/server/platform/db/connect.ts'
import { keyFor } from '#lib/server/platform/secrets/secrets.ts'
import type { CaptchaAction } from './captcha-action.ts'
import { recentPasses } from './captcha-passes.ts'

/**
 * The self-hosted human check, a proof of work: it costs a browser a moment and a flood of bots a lot. A challenge is signed, valid for five minutes, bound to
 * its visitor and action, and accepted once.
 */
const MINUTES = 5
/** PBKDF2 rounds per try, and the number of tries to the answer: some tenths of a second on a phone. */
const COST = 4_000
const TRIES = { least: 40, most: 120 } as const
/** The work doubles with each pass that the visitor got within the hour, up to eight times, so that a map left open for an hour stays usable. */
const MOST_DOUBLINGS = 3

function secrets(): { readonly hmacSignatureSecret: string; readonly hmacKeySignatureSecret: string } {
  const secret = keyFor('captcha').toString('hex')
  return { hmacSignatureSecret: `challenge ${secret}`, hmacKeySignatureSecret: `key ${secret}` }
}

export async function openChallenge(action: CaptchaAction, uuid: string): Promise<Challenge> {
  const doublings = Math.min(await recentPasses(action, uuid), MOST_DOUBLINGS)
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter: randomInt(TRIES.least, TRIES.most) * 2 ** doublings,
    deriveKey,
    data: { action, uuid },
    expiresAt: Math.floor(Date.now() / 1_000) + MINUTES * 60,
    ...secrets(),
  })
}

const solved = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: z.string(),
      salt: z.string(),
      cost: z.literal(COST),
      keyLength: z.number(),
      keyPrefix: z.string(),
      expiresAt: z.number(),
      data: z.strictObject({ action: z.string(), uuid: z.string() }),
    }),
    signature: z.string().max(200),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string().max(200) }),
})

/** Whether the payload is a challenge of ours, solved in time, for this visitor and action; true only once. */
export async function isSolvedChallenge(payload: string, action: CaptchaAction, uuid: string): Promise<boolean> {
  const read = solved.safeParse(parsePayload(payload))
  if (!read.success) return false
  const { challenge, solution } = read.data
  const { data } = challenge.parameters
  if (data.action !== action || data.uuid !== uuid) return false
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets() })
  return verified && (await useUp(challenge.signature))
}

/** Parses a payload: JSON in base64. */
function parsePayload(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}

async function useUp(signature: string): Promise<boolean> {
  const { rowCount } = await database().query('INSERT INTO captcha_used (signature) VALUES ($1) ON CONFLICT DO NOTHING', [signature])
  return rowCount === 1
}
