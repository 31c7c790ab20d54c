import { normaliseEmail } from '#lib/domain/customers/email-address.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { signInLinkMail } from './account-messages.ts'
import { customerOfProvedEmail, hasUnownedOrders } from './customers.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { enqueueSealed } from '#lib/server/outbox/outbox-sealed.ts'
import { logSecurity } from '#lib/server/customers/session/security-log.ts'
import { LINK_MINUTES, makeLink } from './sign-in-link-token.ts'
import { callerLimit, countTry } from '#lib/server/customers/session/sign-in-tries.ts'
import type { SigningIn } from './signing-in.ts'

const OF_ADDRESS = { most: 3, seconds: 900 }
const OF_DAY = { most: 10, seconds: 86_400 }
const OF_CALLER = { most: 10, seconds: 3600 }

/**
 * Mails a sign-in link to an address that a customer has proved, or that has unowned orders. For any other address it does the same work without sending.
 * Refusals: FORM_INVALID (no address), TOO_MANY_REQUESTS.
 */
export async function sendLink(asked: Omit<SigningIn, 'context' | 'request'>, typed: string): Promise<Result<null>> {
  const email = normaliseEmail(typed)
  if (email === undefined) return refuse('FORM_INVALID', { field: 'customerEmail', rule: 'email' })
  const trier = { uuid: asked.visitor.uuid, caller: asked.source.caller }
  const counted = await countTry(trier, [
    { kind: 'link to', who: email, ...OF_ADDRESS },
    { kind: 'link to in a day', who: email, ...OF_DAY },
    callerLimit({ kind: 'link from', who: trier.caller, ...OF_CALLER }),
  ])
  if (!counted.ok) return counted
  const link = await makeLink(email, asked.visitor.sidHash, asked.locale)
  await inTransaction(async (client) => {
    const customer = await customerOfProvedEmail(email, client)
    const hasOrders = await hasUnownedOrders({ email }, client)
    const body = signInLinkMail(asked.locale, link)
    const isWithheld = customer === undefined && !hasOrders
    await enqueueSealed(client, { channel: 'mail', kind: 'link', recipient: email, body, expiresIn: LINK_MINUTES * 60, isWithheld })
    await logSecurity(client, { action: 'link asked for', customerId: customer?.customerId ?? null, ...trier })
  })
  return accept(null)
}
