import type { MemberAnswer } from '#lib/contract/wire.ts'
import type { Presentation, Ticket } from '#lib/domain/catalogue/catalogue.ts'
import { grantProblem, isValidAt } from '#lib/domain/entitlements/check-grants.ts'
import { toShekels, type Agorot } from '#lib/domain/money/money.ts'
import type { Grant } from '#lib/domain/entitlements/grant.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { GRANT_COLUMNS, grantOf, type GrantRow } from '../entitlements.ts'
import { codeTickets, offerAt } from './ticket-lookup-offer.ts'

/** A membership that the visitor has proved. */
interface ProvedMember {
  readonly grant: Grant
  readonly membershipId: number | null
  readonly additionalName: string
  /** Of one that was bought: the identifier of its item. */
  readonly membershipIdentifier: string | null
  /** Number of uses granted; null: unlimited. */
  readonly uses: number | null
  /** Agorot that were loaded, if it has money. */
  readonly loaded: Agorot
  /** The owner, if that customer is signed in. */
  readonly customerId: number | null
}

/** The money that was bought for entitlement e, without what was cancelled of it. */
export const LOADED = `(SELECT coalesce(sum(l.amount), 0)::int FROM system_voucher v JOIN voucher_ledger l USING (system_voucher_id)
  WHERE v.entitlement_id = e.entitlement_id AND l.kind IN ('load', 'cancel'))`

/** A ticket for members, and where it is sold. */
interface MemberTicket {
  readonly ticket: Ticket
  readonly presentation: Presentation
}

/**
 * The memberships that a visitor may order with (spec §4) at these presentations: those proved by a look-up or a sign-in (session_grant). A number alone proves
 * nothing, and no answer contains an ID number.
 */
export async function availableMembersOf(uuid: string, presentationIds: readonly number[]): Promise<MemberAnswer[]> {
  const { members, now } = await provedMembers(uuid)
  return memberAnswers(members, presentationIds, now)
}

/** Those of them that belong to the customer, under the customer's id. */
export async function availableMembersOfCustomer(
  uuid: string,
  customerId: number,
  presentationIds: readonly number[],
): Promise<MemberAnswer[]> {
  const { members, now } = await provedMembers(uuid)
  const own = members.filter((member) => member.customerId === customerId)
  return (await memberAnswers(own, presentationIds, now)).map((member) => ({ ...member, customerId }))
}

async function memberAnswers(members: readonly ProvedMember[], presentationIds: readonly number[], now: number): Promise<MemberAnswer[]> {
  if (members.length === 0) return []
  const from = await catalogue()
  const sold = presentationIds.flatMap((id): MemberTicket[] => {
    const offer = offerAt(from, id, {})
    const tickets = offer.ok ? codeTickets(offer.value).filter(({ access }) => access === 'member') : []
    return offer.ok ? tickets.map((ticket) => ({ ticket, presentation: offer.value.presentation })) : []
  })
  return members.map((member) => ({
    ...memberAnswerOf(member, sold, now),
    membershipTypeId: from.memberships.get(member.membershipId ?? 0)?.typeId ?? null,
  }))
}

async function provedMembers(uuid: string): Promise<{ readonly members: readonly ProvedMember[]; readonly now: number }> {
  const { rows } = await database().query<GrantRow & Omit<ProvedMember, 'grant'> & { now: Date }>({
    name: 'proved-members',
    text: `SELECT ${GRANT_COLUMNS}, e.membership_id AS "membershipId", e.uses, ${LOADED} AS loaded, s.customer_id AS "customerId",
             e.additional_name AS "additionalName", (SELECT i.identifier FROM membership_purchase p
               JOIN order_item i ON i.order_id = p.order_id AND i.kind = 'membership' AND i.line = p.line
               WHERE p.entitlement_id = e.entitlement_id ORDER BY p.purchase_id LIMIT 1) AS "membershipIdentifier", now() AS now
           FROM session_grant g JOIN entitlement e USING (entitlement_id)
             LEFT JOIN session s ON s.uuid = g.uuid AND s.customer_id = e.customer_id AND is_signed_in(s)
           WHERE g.uuid = $1 AND e.kind = 'member' AND e.is_active
           ORDER BY g.granted_at, e.entitlement_id`,
    values: [uuid],
  })
  const members = rows.map(({ membershipId, uses, loaded, customerId, additionalName, membershipIdentifier, now: _moment, ...row }) => ({
    ...{ grant: grantOf(row), membershipId, uses, loaded, customerId, additionalName, membershipIdentifier },
  }))
  return { members, now: rows[0]?.now.getTime() ?? 0 }
}

function memberAnswerOf(member: ProvedMember, sold: readonly MemberTicket[], now: number): MemberAnswer {
  const { grant, membershipId, customerId, additionalName, membershipIdentifier } = member
  const { publicCode, membershipName, holderName, startsAt, endsAt } = grant
  const given = sold.filter(({ ticket, presentation }) => givesTicket(grant, ticket, presentation))
  return {
    memberNumber: publicCode,
    name: membershipName,
    additionalName,
    memberCustomerName: holderName,
    membershipId,
    membershipTypeId: null,
    ...balanceOf(member),
    customerId,
    membershipIdentifier,
    startDate: dateTextOf(startsAt),
    endDate: dateTextOf(endsAt),
    isAvailable:
      grant.purse?.balance !== 0 &&
      given.some(({ ticket, presentation }) => grantProblem(grant, { ticketId: ticket.id, presentation }, now) === undefined),
    isExpired: endsAt !== null && now >= endsAt,
    isNotStarted: startsAt !== null && now < startsAt,
    allowMemberSaleTickets: true,
    ticketGroupIds: [...new Set(given.map(({ ticket }) => ticket.ticketGroupId))],
  }
}

function balanceOf({ grant, uses, loaded }: ProvedMember): Pick<MemberAnswer, 'balance' | 'usedBalance' | 'isMoney'> {
  const { usesLeft, purse } = grant
  return purse
    ? moneyOf(purse.balance, loaded)
    : { balance: usesLeft, usedBalance: uses === null || usesLeft === null ? 0 : uses - usesLeft }
}

/** The balance of a membership of money as an answer says it. @param loaded what was bought of it and stands */
export function moneyOf(balance: Agorot, loaded: Agorot): Pick<MemberAnswer, 'balance' | 'usedBalance' | 'isMoney'> {
  return { balance: toShekels(balance), usedBalance: toShekels(Math.max(0, loaded - balance)), isMoney: true }
}

function givesTicket(grant: Grant, ticket: Ticket, presentation: Presentation): boolean {
  const { ticketIds, businessId } = grant
  return ticketIds.has(ticket.id) && (businessId === null || businessId === presentation.businessId) && isValidAt(grant, presentation)
}

function dateTextOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
