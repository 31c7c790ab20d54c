import { database } from '#lib/server/platform/db/connect.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'
import { callerLimit, type TryLimit } from '#lib/server/customers/session/sign-in-tries.ts'
import type { SigningIn } from './signing-in.ts'

const QUARTER = 900
const DAY = 86_400
/** Wrong passwords for one account from one source, or in one browser that knows it. */
const OF_PAIR = 5
/** Wrong passwords from one source, for whatever account. */
const OF_SOURCE = 20
/** Wrong passwords for one account from everywhere: more than a person mistypes, and too few for guessing from many sources. */
const OF_ACCOUNT = 50

/**
 * What a password for an address is counted by. A browser that this customer has signed in with is counted by itself, so that no stranger's tries are in its
 * way: not those of its own network either. Every other one is counted with its source, and with all others that try this account. Links and codes are counted apart.
 */
export async function passwordLimits({ visitor, source }: SigningIn, address: string): Promise<readonly TryLimit[]> {
  if (await isFamiliar(visitor, address))
    return [{ kind: 'password in', who: `${visitor.uuid} ${address}`, most: OF_PAIR, seconds: QUARTER }]
  return [
    // Without a caller it is this machine, or everybody behind a proxy that is not trusted.
    { kind: 'password of', who: `${source.caller ?? ''} ${address}`, most: OF_PAIR, seconds: QUARTER },
    callerLimit('password from', source.caller, OF_SOURCE, QUARTER),
    { kind: 'password of all', who: address, most: OF_ACCOUNT, seconds: DAY },
  ]
}

/** Whether this browser, proved by its cookie, has signed in as the customer with this address within a year. An unknown address costs the same. */
async function isFamiliar({ uuid, sidHash }: Visitor, address: string): Promise<boolean> {
  if (!sidHash) return false
  const { rowCount } = await database().query({
    name: 'is-familiar-browser',
    text: `SELECT FROM customer c JOIN security_log l ON l.customer_id = c.customer_id
           WHERE lower(c.email) = $1 AND c.is_email_proved AND c.deleted_at IS NULL AND l.action = 'signed in' AND l.uuid = $2
             AND l.at > now() - interval '1 year' LIMIT 1`,
    values: [address, uuid],
  })
  return rowCount === 1
}
