import { PACKED_STATUS } from '#lib/contract/routes.ts'
import type { PresentationAnswer } from '#lib/contract/presentations.ts'
import { call } from '#lib/client/http/call.ts'
import { withPass } from '#lib/client/http/captcha.ts'
import type { BestWish } from '#lib/domain/seating/choosing/choosing.ts'
import type { OrderSeat } from '#lib/domain/seating/rules/order-seat.ts'
import { $isHold } from './hold-mode.ts'
import { addressOf } from './seat-address.ts'

const flag = (is: boolean) => (is ? '1' : '0')
const holdMode = () => $isHold.get() && ({ isHold: '1' } as const)

/** @param etag of the status that is known already */
export function askStatus({ id, venueTypeId, isReserved }: PresentationAnswer, etag = '') {
  const query = {
    presentationId: String(id),
    isReserved: flag(isReserved),
    ...(venueTypeId > 0 && { venueTypeId: String(venueTypeId) }),
    ...holdMode(),
  } as const
  return withPass(
    'seats',
    (recaptchaToken) => call('getSeatsStatus', { query: { ...query, recaptchaToken }, accept: PACKED_STATUS, since: etag }),
    'show',
  )
}

/** Asks to hold a seat, or a place: those have no coordinates (spec §5). */
export function askLock(seat: OrderSeat) {
  return withPass('seats', (recaptchaToken) => call('lockSeat', { body: { recaptchaToken, seat: addressOf(seat) } }))
}

/** Asks to release a seat or a place; the human check never stands in the way of that. */
export function askUnlock(seat: OrderSeat) {
  return call('unlockSeat', { body: { seat: addressOf(seat) } })
}

/** Asks for the best seats, held already. @param isInstead whether they replace those chosen so before */
export function askBest(presentationId: number, wish: BestWish, isInstead: boolean) {
  const { quantity, isTogether, ticketGroupId, sectionId, isAccessible } = wish
  const query = {
    presentationId: String(presentationId),
    quantity: String(quantity),
    isTogether: flag(isTogether),
    isLock: '1',
    isInstead: flag(isInstead),
    ...(ticketGroupId !== undefined && { ticketGroupId: String(ticketGroupId) }),
    ...(sectionId !== undefined && { sectionId: String(sectionId) }),
    ...(isAccessible && { isAccessible: '1' as const }),
    ...holdMode(),
  } as const
  return withPass('seats', (recaptchaToken) => call('bestAvailable', { query: { ...query, recaptchaToken } }))
}
