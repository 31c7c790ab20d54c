import type { MemberAnswer } from '#lib/contract/wire.ts'
import { hasCode } from '#lib/domain/entitlements/member-standing.ts'
import { membersOfOrder, type OrderMember } from '#lib/server/entitlements/order-members.ts'
import { documentOf } from './documents.ts'
import { signMemberCode } from './member-codes.ts'

/** A membership's card as a file or a pass of a wallet: what stays true until it ends, so without its balance. Times are ms since 1970. */
export interface MemberCardFacts {
  readonly memberNumber: string
  readonly name: string
  readonly holderName: string
  readonly additionalName: string
  /** Its place, if the house gives its holder a seat; else null. */
  readonly seatNumber: number | null
  /** null: no bound. */
  readonly startsAt: number | null
  readonly endsAt: number | null
  /** The text of its QR code. */
  readonly code: string
  /** The order that shows its balance. */
  readonly documentKey: string
}

/** The text of the code of a customer's membership, as the area knows it; undefined if it is over or used up. */
export function codeOfOwnMember(member: MemberAnswer, now: number): string | undefined {
  const { memberNumber, membershipId, endDate, balance: left } = member
  const endsAt = endDate === null ? null : Date.parse(endDate)
  const hasOne = hasCode({ isActive: true, startsAt: null, endsAt, left, money: null }, now)
  return hasOne ? signMemberCode({ memberNumber, membershipId, endsAt }) : undefined
}

/** The text of a card's code; undefined if it is cancelled, over or used up. */
export function codeOfMember(member: OrderMember, now: number = Date.now()): string | undefined {
  return hasCode(member, now) ? signMemberCode(member) : undefined
}

/**
 * A card of an order; undefined for an unknown key, a card that it does not have, and one without a code.
 * @param at which of the order's cards, from 1: addresses say no member number
 */
export async function memberCardOf(documentKey = '', at = ''): Promise<MemberCardFacts | undefined> {
  const order = /^[1-9]\d{0,2}$/.test(at) ? await documentOf(documentKey) : undefined
  const member = order && (await membersOfOrder(order.reservationIdentifier, order.locale))[Number(at) - 1]
  const code = member && codeOfMember(member)
  if (!member || code === undefined) return undefined
  const { memberNumber, name, holderName, additionalName, seatNumber, startsAt, endsAt } = member
  return { memberNumber, name, holderName, additionalName, seatNumber, startsAt, endsAt, code, documentKey }
}
