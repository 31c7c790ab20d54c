import type { AnswerOf } from '#lib/contract/endpoint.ts'
import type { ticketByCode } from '#lib/contract/show/presentations.ts'
import type { MemberAnswer, TicketAnswer } from '#lib/contract/wire.ts'
import type { KnownCode } from '#lib/domain/seating/rules/order-seat.ts'
import { call, type CallRefusal } from '#lib/client/http/call.ts'
import { withPass } from '#lib/client/http/captcha.ts'
import { sellsByCode } from './codes-state.ts'
import { $lines, $presentation } from './order.ts'

/** A ticket that a code gives, and what is known of the code. */
export interface Found {
  readonly ticket: TicketAnswer
  readonly code: KnownCode
  /** Of a membership. */
  readonly member?: MemberAnswer | null
}

/** Refusals that only say that one ticket group has no such ticket; any other is the same for all groups. */
const OF_ONE_GROUP = ['ticketNotFound', 'noValidMember']

/** Asks each ticket group of the chosen seats that sells by code. Refusals: the look-up's (spec §8); COUPON_NO_TICKETS where no group sells so. */
export async function lookUp(
  ticketCode: string,
): Promise<{ readonly ok: true; readonly value: readonly Found[] } | { readonly ok: false; readonly refusal: CallRefusal }> {
  const found: Found[] = []
  let refusal: CallRefusal = { code: 'COUPON_NO_TICKETS', message: '', status: 0 }
  for (const ticketGroupId of groupsToAsk()) {
    const answer = await ask(ticketGroupId, ticketCode)
    if (answer.ok) found.push(foundOf(answer.value))
    else if (!OF_ONE_GROUP.includes(answer.refusal.code)) return answer
    else refusal = answer.refusal
  }
  return found.length > 0 ? { ok: true, value: found } : { ok: false, refusal }
}

function groupsToAsk(): readonly number[] {
  const groups = new Map(($presentation.get()?.ticketGroups ?? []).map((group) => [group.id, group]))
  const inCart = new Set($lines.get().seats.map(({ seat }) => seat.ticketGroupId))
  return [...inCart].filter((id) => {
    const group = groups.get(id)
    return group && sellsByCode(group)
  })
}

function ask(ticketGroupId: number, ticketCode: string) {
  const params = { presentationId: $presentation.get()?.id ?? 0 }
  const query = { ticketGroupId: String(ticketGroupId), ticketCode }
  return withPass('codes', (recaptchaToken) => call('ticketByCode', { params, query: { ...query, recaptchaToken } }))
}

function foundOf({ ticket, member }: AnswerOf<typeof ticketByCode>): Found {
  const name = (ticket.access === 'member' ? ticket.memberNumber : ticket.access === 'voucher' ? ticket.systemVoucher : ticket.code) ?? ''
  return { ticket, member, code: { name, membershipName: member?.name ?? '', usesLeft: ticket.balance } }
}
