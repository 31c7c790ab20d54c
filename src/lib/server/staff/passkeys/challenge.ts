import { randomBytes } from 'node:crypto'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'

/** Minutes for which a challenge may be answered, by the database's clock. */
export const CHALLENGE_MINUTES = 5

/** `sign in` is bound to the browser of a visitor, the others to a session of staff: `prove` to do something there by a passkey, `add` to make one. */
export type Purpose = 'sign in' | 'prove' | 'add'

/** What a passkey is to sign. */
export interface Challenge {
  /** Random bytes as base64url, as the device signs them. */
  readonly challenge: string
  /** Of the passkey that is being added; else null. */
  readonly name: string | null
}

/** Makes a new challenge; an earlier one of the same browser for the same purpose ends. @param boundTo the hash of the browser's secret */
export async function giveChallenge(
  client: Queryable,
  boundTo: Buffer,
  { purpose, name = null }: { readonly purpose: Purpose; readonly name?: string | null },
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await client.query({
    name: 'give-challenge',
    text: `INSERT INTO staff_challenge (bound_to, purpose, challenge, name, expires_at) VALUES ($1, $2, $3, $4, now() + $5::int * interval '1 minute')
           ON CONFLICT (bound_to, purpose) DO UPDATE SET challenge = excluded.challenge, name = excluded.name, expires_at = excluded.expires_at, used_at = NULL`,
    values: [boundTo, purpose, challenge, name, CHALLENGE_MINUTES],
  })
  return challenge
}

/**
 * Uses a challenge up, whatever becomes of its answer.
 * @param answered the challenge that was signed, as the answer says
 * @returns undefined if this browser was given none like it for this, it was used, or it has lapsed
 */
export async function useChallenge(boundTo: Buffer | undefined, purpose: Purpose, answered: string): Promise<Challenge | undefined> {
  const { rows } = await database().query<Challenge>({
    name: 'use-challenge',
    text: `UPDATE staff_challenge c SET used_at = now()
           WHERE c.challenge = $3 AND c.bound_to = $1 AND c.purpose = $2 AND c.used_at IS NULL AND c.expires_at > now() RETURNING challenge, name`,
    values: [boundTo ?? null, purpose, answered],
  })
  return rows[0]
}

/** The challenge that a browser was given and has not answered; undefined if there is none. */
export async function openChallenge(boundTo: Buffer | undefined, purpose: Purpose): Promise<Challenge | undefined> {
  const { rows } = await database().query<Challenge>({
    name: 'open-challenge',
    text: 'SELECT challenge, name FROM staff_challenge WHERE bound_to = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > now()',
    values: [boundTo ?? null, purpose],
  })
  return rows[0]
}

/** Takes back a challenge that is not to be answered any more. */
export async function dropChallenge(boundTo: Buffer | undefined, purpose: Purpose): Promise<void> {
  await database().query({
    name: 'drop-challenge',
    text: 'DELETE FROM staff_challenge WHERE bound_to = $1 AND purpose = $2',
    values: [boundTo ?? null, purpose],
  })
}
