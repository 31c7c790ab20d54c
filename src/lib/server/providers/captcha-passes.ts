import { createHash, randomBytes } from 'node:crypto'
import { database } from '#lib/server/db/connect.ts'
import type { CaptchaAction } from './captcha-action.ts'

/** A solved challenge changes for a pass, so that a visitor proves it once and not at every seat. Only the hash of a pass is stored. */

const PREFIX = 'pass_'
const MINUTES = 10
const USES: Readonly<Record<CaptchaAction, number>> = { seats: 60, payment: 10, codes: 5, login: 1 }

export function isPass(token: string): boolean {
  return token.startsWith(PREFIX)
}

/** @returns the new pass; it works for this visitor and action only. */
export async function issuePass(action: CaptchaAction, uuid: string): Promise<string> {
  const pass = `${PREFIX}${randomBytes(24).toString('hex')}`
  await database().query(
    'INSERT INTO captcha_pass (pass_hash, uuid, action, uses_left, expires_at) VALUES ($1, $2, $3, $4, now() + make_interval(mins => $5))',
    [hashOf(pass), uuid, action, USES[action], MINUTES],
  )
  return pass
}

/** Takes one use; false where the pass is another visitor's, for another action, spent or too old. */
export async function spendPass(pass: string, action: CaptchaAction, uuid: string): Promise<boolean> {
  const { rowCount } = await database().query({
    name: 'spend-pass',
    text: `UPDATE captcha_pass SET uses_left = uses_left - 1
           WHERE pass_hash = $1 AND uuid = $2 AND action = $3 AND uses_left > 0 AND expires_at > now()`,
    values: [hashOf(pass), uuid, action],
  })
  return rowCount === 1
}

/** How many passes for the action the visitor got lately. */
export async function livePasses(action: CaptchaAction, uuid: string): Promise<number> {
  const { rows } = await database().query<{ count: number }>(
    'SELECT count(*)::int AS count FROM captcha_pass WHERE uuid = $1 AND action = $2 AND expires_at > now()',
    [uuid, action],
  )
  return rows[0]?.count ?? 0
}

function hashOf(pass: string): Buffer {
  return createHash('sha256').update(pass).digest()
}
