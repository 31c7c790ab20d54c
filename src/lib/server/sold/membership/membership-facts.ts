import {
  referenceKey,
  priceLineOf,
  type HeldMembership,
  type MembershipFacts,
  type WantedMembership,
} from '#lib/domain/cart/membership-line.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { accept, type Result } from '#lib/domain/result.ts'
import { planOf } from '#lib/server/catalogue/seatplans.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { membershipsOf } from '#lib/server/enrolment/past-enrolment.ts'
import { provedReference } from '#lib/server/entitlements/membership-references.ts'
import { factsOfPlan } from '../seat/seat.ts'

/** The visitor's proofs (the memberships to top up, references typed, memberships they have), and the plans of the dates. */
export async function membershipFactsOf(
  from: Catalogue,
  uuid: string,
  wanted: readonly WantedMembership[],
): Promise<Result<MembershipFacts>> {
  const asked = wanted.flatMap(({ membershipId }) => [membershipId, from.memberships.get(membershipId)?.renewal?.previousId ?? 0])
  const [held, references, had, plans] = await Promise.all([
    heldBy(uuid, wanted),
    referencesOf(from, uuid, wanted),
    membershipsOf(uuid, [...new Set(asked)]),
    plansOf(from, wanted),
  ])
  return accept({ held, references, had, plans })
}

/** The plans that seats are named in. */
async function plansOf(from: Catalogue, wanted: readonly WantedMembership[]): Promise<MembershipFacts['plans']> {
  const places = wanted.flatMap(({ seat, enrolment }) => [...(seat ? [seat] : []), ...(enrolment?.selections ?? [])])
  const ids = [...new Set(places.map(({ seatplanId }) => seatplanId))].filter((id) => from.seatplans.has(id))
  const plans = await Promise.all(ids.map((id) => planOf(id)))
  return new Map(plans.flatMap((plan) => (plan ? [[plan.id, factsOfPlan(plan)] as const] : [])))
}

async function heldBy(uuid: string, wanted: readonly WantedMembership[]): Promise<MembershipFacts['held']> {
  const numbers = wanted.flatMap(({ topsUp }) => topsUp ?? [])
  if (numbers.length === 0) return new Map()
  const { rows } = await database().query<Omit<HeldMembership, 'endsAt'> & { memberNumber: string; endsAt: Date | null }>({
    name: 'held-memberships',
    text: `SELECT e.public_code AS "memberNumber", e.entitlement_id AS "entitlementId", e.membership_id AS "membershipId", e.is_active AS "isActive", e.ends_at AS "endsAt"
           FROM session_grant g JOIN entitlement e USING (entitlement_id)
           WHERE g.uuid = $1 AND e.kind = 'member'
             AND (e.uses IS NOT NULL OR EXISTS (SELECT FROM system_voucher v WHERE v.entitlement_id = e.entitlement_id)) AND e.public_code = ANY ($2::text[])`,
    values: [uuid, numbers],
  })
  return new Map(rows.map(({ memberNumber, endsAt, ...row }) => [memberNumber, { ...row, endsAt: endsAt?.getTime() ?? null }]))
}

async function referencesOf(from: Catalogue, uuid: string, wanted: readonly WantedMembership[]): Promise<MembershipFacts['references']> {
  const listed = wanted.flatMap((one) => {
    const membership = from.memberships.get(one.membershipId)
    const price = membership && priceLineOf(membership, one)
    return price && price !== 'ambiguous' && price.referenceCheck === 'list' ? [{ ...one, priceId: price.id }] : []
  })
  const proved = await Promise.all(listed.map(async (one) => [referenceKey(one), await provedReference(uuid, one)] as const))
  return new Map(proved.flatMap(([key, reference]) => (reference ? [[key, reference] as const] : [])))
}
