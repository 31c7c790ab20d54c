import type { LinkAccount } from '#lib/contract/area/sign-in.ts'
import { maskEmail, maskName } from '#lib/domain/customers/mask-contact.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { hasUnownedOrders } from './customers.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { isAskedIn, type LinkToken } from './sign-in-link-token.ts'
import { tryLink, type KnownSigningIn, type WithLink } from './sign-in-link-try.ts'

/** The owner of a link, and who is signed in where it was opened. */
interface Opened {
  readonly isRedeemed: boolean
  readonly customerId: number | null
  readonly firstName: string | null
  /** The customers of the order and of the personal area, if any. */
  readonly signedIn: readonly number[]
}

/**
 * The account that a link opens, masked, without using the link. An attacker could send a victim a link to the attacker's account, so opening one needs
 * confirmation unless this browser requested it or its owner is signed in here; and always if another customer is signed in. Refusals: those of redeeming it.
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
