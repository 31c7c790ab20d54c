import { referenceKey, type HeldMembership, type MembershipFacts, type WantedMembership } from '#lib/domain/cart/check-membership.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { accept, type Result } from '#lib/domain/result.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { provedReference } from '#lib/server/entitlements/membership-references.ts'

/** The visitor's proofs: the memberships to top up, and the references typed. */
export async function membershipFactsOf(
  from: Catalogue,
  uuid: string,
  wanted: readonly WantedMembership[],
): Promise<Result<MembershipFacts>> {
  const [held, references] = await Promise.all([heldBy(uuid, wanted), referencesOf(from, uuid, wanted)])
  return accept({ held, references })
}

async function heldBy(uuid: string, wanted: readonly WantedMembership[]): Promise<MembershipFacts['held']> {
  const numbers = wanted.flatMap(({ topsUp }) => topsUp ?? [])
  if (numbers.length === 0) return new Map()
  const { rows } = await database().query<Omit<HeldMembership, 'endsAt'> & { memberNumber: string; endsAt: Date | null }>({
    name: 'held-memberships',
    text: `SELECT e.public_code AS "memberNumber", e.entitlement_id AS "entitlementId", e.membership_id AS "membershipId", e.is_active AS "isActive", e.ends_at AS "endsAt"
           FROM session_grant g JOIN entitlement e USING (entitlement_id)
           WHERE g.uuid = $1 AND e.kind = 'member' AND e.uses IS NOT NULL AND e.public_code = ANY ($2::text[])`,
    values: [uuid, numbers],
  })
  return new Map(rows.map(({ memberNumber, endsAt, ...row }) => [memberNumber, { ...row, endsAt: endsAt?.getTime() ?? null }]))
}

async function referencesOf(from: Catalogue, uuid: string, wanted: readonly WantedMembership[]): Promise<MembershipFacts['references']> {
  const listed = wanted.filter(({ membershipId, priceId }) =>
    from.memberships.get(membershipId)?.prices.some(({ id, referenceCheck }) => id === priceId && referenceCheck === 'list'),
  )
  const proved = await Promise.all(listed.map(async (one) => [referenceKey(one), await provedReference(uuid, one)] as const))
  return new Map(proved.flatMap(([key, reference]) => (reference ? [[key, reference] as const] : [])))
}
