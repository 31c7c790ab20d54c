import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { becomeCustomer, hasUnownedOrders, lockByName } from './customers.ts'
import { inTransaction, type Queryable } from '#lib/server/platform/db/connect.ts'
import type { LinkToken } from './sign-in-link-token.ts'
import { tryLink, type WithLink } from './sign-in-link-try.ts'
import { signInProved, type SigningIn } from './signing-in.ts'

/**
 * Signs in by a link's token, once. The link proves the address: orders made with it that nobody owns become the customer's, and who has only such orders
 * becomes a customer. Refusals: CUSTOMER_TOKEN_REDEEMED, ERROR (there is nobody with this address any more), and those of tryLink.
 */
export function redeemLink(asked: WithLink, token: string): Promise<Result<{ readonly customerId: number }>> {
  return tryLink(asked, token, redeem)
}

/** Of many at once with one link the first has it: the others wait for its row, and find it. */
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
    const done = await signInProved(client, asked, customerId, 'link')
    return done.ok ? accept({ customerId }) : done
  })
}

/** A customer who was deleted since the link was mailed, or has another address by now, does not come back by it. */
async function isSomebodys(client: Queryable, email: string): Promise<boolean> {
  return (await lockByName(client, { email })) !== undefined || hasUnownedOrders({ email }, client)
}
