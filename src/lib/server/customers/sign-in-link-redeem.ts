import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { becomeCustomer, customerOfProvedEmail, hasUnownedOrders } from './customers.ts'
import { database, inTransaction, type Queryable } from '#lib/server/db/connect.ts'
import { logSecurity } from './security-log.ts'
import { readLinkToken, type LinkToken } from './sign-in-link-token.ts'
import { callerLimit, countTry, takeBackTries } from './sign-in-tries.ts'
import { signInProved, type SigningIn } from './signing-in.ts'

/** Links of one address that led nowhere, of whatever session, and in how many seconds: what is said of each in the log stays little. */
const FAILURES = [30, 3600] as const

/**
 * Signs in by a link's token, once. The link proves the address: orders made with it that nobody owns become the customer's, and who has only such orders
 * becomes a customer. Refusals: CUSTOMER_TOKEN_REDEEMED, EXPIRED, ERROR (not ours, or there is nobody with this address any more), TOO_MANY_REQUESTS,
 * MISSING_UUID (a header-only visitor; the link stays good).
 */
export async function redeemLink(asked: Redeeming, token: string): Promise<Result<{ readonly customerId: number }>> {
  const { visitor } = asked
  if (!visitor?.sidHash) return refuse('MISSING_UUID')
  const { caller } = asked.source
  const tried = await countTry({ uuid: visitor.uuid, caller }, [callerLimit('wrong links', caller, ...FAILURES)])
  if (!tried.ok) return tried
  const link = await readLinkToken(token)
  const customerId = link.ok ? await redeem(link.value) : link
  if (!customerId.ok) {
    const { code } = customerId.refusal
    await logSecurity(database(), { action: 'link refused', uuid: visitor.uuid, caller, facts: { code } })
    return customerId
  }
  await takeBackTries(tried.value)
  const done = await signInProved({ ...asked, visitor }, customerId.value, 'link')
  return done.ok ? accept({ customerId: customerId.value }) : done
}

/** As a call hands it on. */
export type Redeeming = Omit<SigningIn, 'visitor'> & { readonly visitor: SigningIn['visitor'] | undefined }

/** Of many at once with one link the first has it: the others wait for its row, and find it. */
async function redeem({ linkId, email, expiresAt }: LinkToken): Promise<Result<number>> {
  return inTransaction(async (client) => {
    const { rowCount } = await client.query({
      name: 'redeem-link',
      text: 'INSERT INTO redeemed_link (link_id, expires_at) VALUES ($1, $2) ON CONFLICT (link_id) DO NOTHING',
      values: [linkId, expiresAt],
    })
    if (rowCount !== 1) return refuse('CUSTOMER_TOKEN_REDEEMED')
    return (await isSomebodys(client, email)) ? accept(await becomeCustomer(client, { email })) : refuse('ERROR')
  })
}

/** A customer who was deleted since the link was mailed, or has another address by now, does not come back by it. */
async function isSomebodys(client: Queryable, email: string): Promise<boolean> {
  return (await customerOfProvedEmail(email, client)) !== undefined || hasUnownedOrders({ email }, client)
}
