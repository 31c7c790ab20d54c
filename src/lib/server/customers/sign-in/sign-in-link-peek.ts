import type { LinkAccount } from '#lib/contract/sign-in.ts'
import { maskEmail, maskName } from '#lib/domain/customers/mask-contact.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { hasUnownedOrders } from './customers.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { isAskedIn, type LinkToken } from './sign-in-link-token.ts'
import { tryLink, type KnownSigningIn, type WithLink } from './sign-in-link-try.ts'

/** Whose a link is, and who is signed in where it was opened. */
interface Opened {
  readonly isRedeemed: boolean
  readonly customerId: number | null
  readonly firstName: string | null
  /** The order's customer and the one of the personal area, as far as there are. */
  readonly signedIn: readonly number[]
}

/**
 * Whose account a link opens, as much as its owner needs to know it again, without using it. Who opens a link that somebody else had sent to them would sit in
 * that person's account and not know it: so it is to be asked about, unless this very browser asked for it or its owner is signed in here; and always where
 * another customer is. Refusals: as of redeeming it.
 */
export function peekLink(asked: WithLink, token: string): Promise<Result<LinkAccount>> {
  return tryLink(asked, token, peek)
}

async function peek({ visitor }: KnownSigningIn, link: LinkToken): Promise<Result<LinkAccount>> {
  const { isRedeemed, customerId, firstName, signedIn } = await openedLink(link, visitor)
  if (isRedeemed) return refuse('CUSTOMER_TOKEN_REDEEMED')
  if (customerId === null && !(await hasUnownedOrders({ email: link.email }))) return refuse('ERROR')
  const [isOwners, isAnothers] = [signedIn.some((id) => id === customerId), signedIn.some((id) => id !== customerId)]
  const isToBeAsked = isAnothers || !(isOwners || isAskedIn(link, visitor.sidHash))
  return accept({ isToBeAsked, name: maskName(firstName ?? ''), email: maskEmail(link.email) })
}

async function openedLink({ linkId, email }: LinkToken, { uuid, sidHash }: KnownSigningIn['visitor']): Promise<Opened> {
  const { rows } = await database().query<Opened>({
    name: 'opened-link',
    text: `SELECT EXISTS (SELECT FROM redeemed_link WHERE link_id = $1) AS "isRedeemed", c.customer_id AS "customerId", c.first_name AS "firstName",
             ARRAY(SELECT id FROM session s, unnest(ARRAY[s.customer_id, s.area_customer_id]) AS id
                   WHERE s.uuid = $3 AND s.sid_hash = $4 AND is_signed_in(s) AND id IS NOT NULL) AS "signedIn"
           FROM (VALUES (1)) one LEFT JOIN customer c ON lower(c.email) = lower($2) AND c.is_email_proved AND c.deleted_at IS NULL`,
    values: [linkId, email, uuid, sidHash],
  })
  const [opened] = rows
  if (!opened) throw new Error('A statement that always has a row had none.')
  return opened
}
