import { createHash, randomBytes } from 'node:crypto'
import type { Holder } from '#lib/server/platform/http/limits/network.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import type { CaptchaAction } from './captcha-action.ts'

/** A solved challenge is exchanged for a pass, so that a visitor need not solve one for every seat. Only a pass's hash is stored. */

const PREFIX = 'pass_'
const MINUTES = 10
const USES: Readonly<Record<CaptchaAction, number>> = { seats: 60, payment: 10, codes: 5, login: 1, waitList: 1 }

export function isPass(token: string): boolean {
  return token.startsWith(PREFIX)
}

/** @returns the new pass, valid for this visitor, network and action only */
export async function issuePass(action: CaptchaAction, { uuid, network }: Holder): Promise<string> {
  const pass = `${PREFIX}${randomBytes(24).toString('hex')}`
  await database('holds').query({
    name: 'issue-pass',
    text: `INSERT INTO captcha_pass (pass_hash, uuid, network, action, uses_left, expires_at)
           VALUES ($1, $2, $3, $4, $5, now() + make_interval(mins => $6))`,
    values: [hashOf(pass), uuid, network, action, USES[action], MINUTES],
  })
  return pass
}

const IS_GOOD = 'pass_hash = $1 AND uuid = $2 AND network IS NOT DISTINCT FROM $3 AND action = $4 AND expires_at > now()'

/** Takes one use; false if the pass belongs to another visitor, network or action, is spent or expired. */
export async function spendPass(pass: string, action: CaptchaAction, { uuid, network }: Holder): Promise<boolean> {
  const { rowCount } = await database('holds').query({
    name: 'spend-pass',
    text: `UPDATE captcha_pass SET uses_left = uses_left - 1 WHERE ${IS_GOOD} AND uses_left > 0`,
    values: [hashOf(pass), uuid, network, action],
  })
  return rowCount === 1
}

/** Whether the pass is the visitor's and not expired; a spent one still proves a human visitor. */
export async function showPass(pass: string, action: CaptchaAction, { uuid, network }: Holder): Promise<boolean> {
  const { rowCount } = await database().query({
    name: 'show-pass',
    text: `SELECT FROM captcha_pass WHERE ${IS_GOOD}`,
    values: [hashOf(pass), uuid, network, action],
  })
  return rowCount === 1
}

/** Number of passes for the action that the visitor got within the hour. */
export async function recentPasses(action: CaptchaAction, uuid: string): Promise<number> {
  const { rows } = await database().query<{ count: number }>({
    name: 'recent-passes',
    text: `SELECT count(*)::int AS count FROM captcha_pass WHERE uuid = $1 AND action = $2 AND issued_at > now() - interval '1 hour'`,
    values: [uuid, action],
  })
  return rows[0]?.count ?? 0
}

function hashOf(pass: string): Buffer {
  return createHash('sha256').update(pass).digest()
}
