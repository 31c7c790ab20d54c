import { computed } from 'nanostores'
import type { MemberAnswer, TicketAnswer } from '#lib/contract/wire.ts'
import { redeemedName } from '#lib/domain/entitlements/coupon-lines.ts'
import { call, type CallResult } from '#lib/client/http/call.ts'
import type { Found } from './code-lookup.ts'
import { $allLines, $availableMembers, $lines, $presentation } from './order.ts'

/** Why a member cannot be used for the chosen seats. */
export type MemberProblem = 'expired' | 'notStarted' | 'noneLeft' | 'notHere'

/** A member that the visitor may order with and has not used in this order. */
export interface MemberOffer {
  readonly member: MemberAnswer
  readonly problem: MemberProblem | null
}

/** Members of the visitor (spec §4) that no seat of the order redeems, in the order in which they were proved. */
export const $memberOffers = computed([$availableMembers, $allLines, $lines], (members, all, own): readonly MemberOffer[] => {
  const used = new Set(all.seats.map(({ seat }) => seat.redeemed && redeemedName(seat.redeemed)))
  const groups = new Set(own.seats.map(({ seat }) => seat.ticketGroupId))
  return members.filter((member) => !used.has(member.memberNumber)).map((member) => ({ member, problem: problemOf(member, groups) }))
})

function problemOf({ isExpired, isNotStarted, balance, ticketGroupIds }: MemberAnswer, groups: ReadonlySet<number>): MemberProblem | null {
  if (isExpired) return 'expired'
  if (isNotStarted) return 'notStarted'
  if (balance === 0) return 'noneLeft'
  return ticketGroupIds.some((id) => groups.has(id)) ? null : 'notHere'
}

/** A look-up has proved a member, or tells anew how it is. */
export function learnMember(member: MemberAnswer): void {
  const members = $availableMembers.get()
  const isKnown = members.some(({ memberNumber }) => memberNumber === member.memberNumber)
  $availableMembers.set(isKnown ? members.map((one) => (one.memberNumber === member.memberNumber ? member : one)) : [...members, member])
}

/**
 * The tickets that a member gives to the chosen seats. It was proved before, so that its number is enough and no ID number is asked for; none where it
 * gives nothing any more.
 */
export async function ticketsOfMember(member: MemberAnswer): Promise<CallResult<readonly Found[]>> {
  const params = { presentationId: $presentation.get()?.id ?? 0 }
  const answer = await call('getPresentation', { params, query: { ticketCodes: member.memberNumber } })
  if (!answer.ok) return answer
  const groups = new Set($lines.get().seats.map(({ seat }) => seat.ticketGroupId))
  const tickets = answer.value.presentation.ticketGroups.filter(({ id }) => groups.has(id)).flatMap((group) => group.tickets)
  return {
    ok: true,
    value: tickets.filter((ticket) => ticket.memberNumber === member.memberNumber).map((ticket) => foundOf(member, ticket)),
  }
}

function foundOf({ memberNumber, name }: MemberAnswer, ticket: TicketAnswer): Found {
  return { ticket, code: { name: memberNumber, membershipName: name, usesLeft: ticket.balance } }
}
