import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { becomeCustomer, hasUnownedOrders, lockByName } from './customers.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import type { LinkToken } from './sign-in-link-token.ts'
import { tryLink, type WithLink } from './sign-in-link-try.ts'
import { signInProved, type SigningIn } from './signing-in.ts'

/**
 * Signs in by a link's token, once. The link proves the address: adopts unowned orders made with it and creates the customer if necessary. Refusals:
 * CUSTOMER_TOKEN_REDEEMED, ERROR (nobody has this address any more), and those of tryLink.
 */
export function redeemLink(asked: WithLink, token: string): Promise<Result<{ readonly customerId: number }>> {
  return tryLink(asked, token, redeem)
}

/** Of several concurrent uses of a link the first wins; the others wait for its row lock and find it used. */
async function redeem(asked: SigningIn, { linkId, email, expiresAt }: LinkToken): Promise<Result<{ readonly customerId: number }>> {
  return inTransaction(async (client) => {
    const { rowCount } = await client.query({
      name: 'redeem-link',
      text: 'INSERT INTO redeemed_link (link_id, expires_at) VALUES ($1, $2) ON CONFLICT (link_id) DO NOTHING',
      values: [linkId, expiresAt],
    })
    if (rowCount !== 1) return refuse('CUSTOMER_TOKEN_REDEEMED')
    if (!(await isSomebodys(client, email))) return refuse('ERROR')
    const customerId = await becomeCustomer(client, { email })
    const done = await signInProved(client, asked, { customerId, by: 'link' })
    return done.ok ? accept({ customerId }) : done
  })
}

/** A customer who was deleted or changed the address after the link was mailed does not come back through it. */
async function isSomebodys(client: Queryable, email: string): Promise<boolean> {
  return (await lockByName(client, { email })) !== undefined || hasUnownedOrders({ email }, client)
}
