import type { BestMatch } from '#lib/contract/show/best-available.ts'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import { PACKED_PLAN, PACKED_STATUS } from '#lib/contract/routes/routes.ts'
import type { PackedStatus } from '#lib/contract/show/seats.ts'
import type { BestWish } from '#lib/domain/seating/choosing/choosing.ts'
import type { PackedPlan } from '#lib/domain/seating/plan/packed-plan.ts'
import type { OrderSeat } from '#lib/domain/seating/rules/order-seat.ts'
import { call, type CallResult } from '#lib/client/http/call.ts'
import { withPass } from '#lib/client/http/captcha.ts'
import { $isHold } from './hold-mode.ts'
import { addressOf } from './seat-address.ts'

type Answer<T> = Promise<CallResult<T>>

/** What the map asks the shop about its seats. A membership's map replaces these: a seat of it is one on all dates. */
export interface SeatCalls {
  plan(presentation: PresentationAnswer, version: string): Answer<PackedPlan>
  /** @param etag of the status that is known already */
  status(presentation: PresentationAnswer, etag: string): Answer<PackedStatus>
  lock(seat: OrderSeat): Answer<unknown>
  /** Sends no captcha pass, so that releasing a seat never waits for one. */
  unlock(seat: OrderSeat): Answer<unknown>
  /** @param isInstead whether the seats that the visitor has are given for it */
  best(presentationId: number, wish: BestWish, isInstead: boolean): Answer<{ readonly matches: readonly BestMatch[] }>
  /** How often changes are asked for, in ms; undefined: they come by a stream. */
  pollMs?: number
  /** Why a seat is not to be had, beyond that it is taken; empty: nothing more is known. */
  why?(seat: number): string
}

export const seatCalls: SeatCalls = {
  /** A plan never changes under its version, so the browser may keep it as long as it likes. */
  plan: ({ seatplanId, venueId }, version) =>
    call('getSeatplan', {
      query: { seatplanId: String(seatplanId), venueId: String(venueId), version },
      accept: PACKED_PLAN,
      isImmutable: true,
    }),
  status({ id, venueTypeId, isReserved }, etag) {
    const query = {
      presentationId: String(id),
      isReserved: isReserved ? '1' : '0',
      ...(venueTypeId > 0 && { venueTypeId: String(venueTypeId) }),
      ...($isHold.get() && { isHold: '1' as const }),
    } as const
    return withPass(
      'seats',
      (recaptchaToken) => call('getSeatsStatus', { query: { ...query, recaptchaToken }, accept: PACKED_STATUS, since: etag }),
      'show',
    )
  },
  /** Locks a seat, or a place: those have no coordinates (spec §5). */
  lock: (seat) => withPass('seats', (recaptchaToken) => call('lockSeat', { body: { recaptchaToken, seat: addressOf(seat) } })),
  unlock: (seat) => call('unlockSeat', { body: { seat: addressOf(seat) } }),
  best(presentationId, { quantity, isTogether, ticketGroupId, sectionId, isAccessible }, isInstead) {
    const query = {
      presentationId: String(presentationId),
      quantity: String(quantity),
      isTogether: isTogether ? '1' : '0',
      isLock: '1',
      isInstead: isInstead ? '1' : '0',
      ...(ticketGroupId !== undefined && { ticketGroupId: String(ticketGroupId) }),
      ...(sectionId !== undefined && { sectionId: String(sectionId) }),
      ...(isAccessible && { isAccessible: '1' as const }),
      ...($isHold.get() && { isHold: '1' as const }),
    } as const
    return withPass('seats', (recaptchaToken) => call('bestAvailable', { query: { ...query, recaptchaToken } }))
  },
}
