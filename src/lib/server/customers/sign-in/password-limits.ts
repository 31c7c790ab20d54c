import { database } from '#lib/server/platform/db/connect.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'
import { callerLimit, type TryLimit } from '#lib/server/customers/session/sign-in-tries.ts'
import type { SigningIn } from './signing-in.ts'

const QUARTER = 900
const DAY = 86_400
/** Wrong passwords for one account from one source, or in one browser that the account knows. */
const OF_PAIR = 5
/** Wrong passwords from one source for any account. */
const OF_SOURCE = 20
/** Wrong passwords for one account from everywhere: more than a person mistypes, too few to guess from many sources. */
const OF_ACCOUNT = 50

/**
 * The limits of a password try. A browser in which this customer has signed in has limits of its own, so that strangers' tries, even from its network, cannot
 * lock it out; every other one counts by its source and by the account. Links and codes count separately.
 */
export async function passwordLimits({ visitor, source }: SigningIn, address: string): Promise<readonly TryLimit[]> {
  if (await isFamiliar(visitor, address))
    return [{ kind: 'password in', who: `${visitor.uuid} ${address}`, most: OF_PAIR, seconds: QUARTER }]
  return [
    // No caller means this machine, or everybody behind an untrusted proxy.
    { kind: 'password of', who: `${source.caller ?? ''} ${address}`, most: OF_PAIR, seconds: QUARTER },
    callerLimit({ kind: 'password from', who: source.caller, most: OF_SOURCE, seconds: QUARTER }),
    { kind: 'password of all', who: address, most: OF_ACCOUNT, seconds: DAY },
  ]
}

/** Whether this browser, proved by its cookie, has signed in as the customer of this address within a year. Takes the same time for an unknown address. */
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
