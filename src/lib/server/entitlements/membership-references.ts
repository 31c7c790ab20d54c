import type { MembershipItem } from '#lib/contract/order/membership-cart.ts'
import { referenceName } from '#lib/domain/cart/check-seat.ts'
import type { ProvedReference } from '#lib/domain/cart/membership-line.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { guardGuesses, type Guesser } from './code-guesses.ts'
import { membershipLookupsOf } from './entitlement-lookup.ts'

/** The reference typed for a price of a membership. */
export interface TypedReference {
  readonly priceId: number
  readonly reference1: string | null
  readonly reference2: string | null
}

/** A price with its references, as in an item of a cart. */
type AskedPrice = Pick<MembershipItem, 'membershipId' | 'membershipPriceId' | 'reference1' | 'reference2'>

function lookupsOf({ priceId, reference1, reference2 }: TypedReference): [string, ...string[]] {
  return membershipLookupsOf(referenceName(priceId, { ref1: reference1, ref2: reference2 }))
}

/**
 * Looks up a reference typed for a price, and stores for this visitor that it is listed; attempts are limited like those of codes. Refusals: TOO_MANY_CODES,
 * referenceNotEligible, TICKET_BALANCE_INSUFFICIENT (used up).
 */
export function lookUpReference(guesser: Guesser, typed: TypedReference): Promise<Result<null>> {
  return guardGuesses(guesser, async () => {
    const lookups = lookupsOf(typed)
    const left = await leftOf(typed.priceId, lookups)
    if (left === undefined) return refuse('referenceNotEligible')
    if (left === 0) return refuse('TICKET_BALANCE_INSUFFICIENT')
    await database().query({
      name: 'prove-membership-reference',
      text: `INSERT INTO session_reference (uuid, reference_index) SELECT uuid, $2 FROM session WHERE uuid = $1
             ON CONFLICT (uuid, reference_index) DO UPDATE SET granted_at = now()`,
      values: [guesser.uuid, lookups[0]],
    })
    return accept(null)
  })
}

/** Looks up the references of all prices with a list, in turn. Refusals: the first of `lookUpReference`, with the price that it is of (`priceId`). */
export async function proveReferences(guesser: Guesser, from: Catalogue, items: readonly AskedPrice[]): Promise<Result<null>> {
  for (const { membershipId, membershipPriceId: priceId, reference1 = null, reference2 = null } of items) {
    const price = from.memberships.get(membershipId)?.prices.find(({ id }) => id === priceId)
    const looked = price?.referenceCheck === 'list' ? await lookUpReference(guesser, { priceId, reference1, reference2 }) : accept(null)
    if (!looked.ok) return refuse(looked.refusal.code, { ...looked.refusal.facts, priceId })
  }
  return accept(null)
}

/** A reference that this visitor has looked up; undefined otherwise, so that a cart cannot be used to guess references. */
export async function provedReference(uuid: string, typed: TypedReference): Promise<ProvedReference | undefined> {
  const lookups = lookupsOf(typed)
  const { rowCount } = await database().query({
    name: 'proved-membership-reference',
    text: 'SELECT FROM session_reference WHERE uuid = $1 AND reference_index = ANY ($2::text[]) LIMIT 1',
    values: [uuid, lookups],
  })
  const left = rowCount === 1 ? await leftOf(typed.priceId, lookups) : undefined
  return left === undefined ? undefined : { lookups, left }
}

/** The purchases left of a reference; null: unlimited, undefined: not listed. */
async function leftOf(priceId: number, lookups: readonly string[]): Promise<number | null | undefined> {
  const { rows } = await database().query<{ left: number | null }>({
    name: 'membership-reference-left',
    text: `SELECT CASE WHEN r.quantity IS NOT NULL THEN greatest(0, r.quantity - (
             SELECT count(*) FROM membership_purchase p JOIN orders o USING (order_id) JOIN order_item i ON i.order_id = p.order_id AND i.kind = 'membership' AND i.line = p.line
             WHERE p.membership_price_id = $1 AND p.reference_lookup = ANY ($2::text[]) AND o.state IN ('unpaid', 'paying', 'paid', 'refunding')
               AND i.cancellation_id IS NULL))::int END AS left
           FROM membership_reference r WHERE r.membership_price_id = $1 AND r.lookup = ANY ($2::text[]) LIMIT 1`,
    values: [priceId, lookups],
  })
  return rows[0]?.left
}

/** A reference of a price, and how it was stored under an earlier secret. */
interface RenamedReference {
  readonly priceId: number
  readonly lookup: string
  readonly before: string
}

/** What was bought with references is counted under their names of now. */
export async function renameReferences(client: Queryable, names: readonly RenamedReference[]): Promise<void> {
  if (names.length === 0) return
  await client.query(
    `UPDATE membership_purchase p SET reference_lookup = n.lookup FROM unnest($1::int[], $2::text[], $3::text[]) AS n (price_id, lookup, before)
     WHERE p.membership_price_id = n.price_id AND p.reference_lookup = n.before`,
    [names.map(({ priceId }) => priceId), names.map(({ lookup }) => lookup), names.map(({ before }) => before)],
  )
}
