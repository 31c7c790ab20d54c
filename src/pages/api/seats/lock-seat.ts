import { lockSeat } from '#lib/contract/show/seats.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { producerOfSeats } from '#lib/server/orders/cart/producer-domain.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha/captcha.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { holderOf, onlyMethods, serve } from '#lib/server/calls/serve.ts'

export const PUT = serve(
  lockSeat,
  async (asked) => {
    const holder = holderOf(asked)
    if (!(await verifyCaptcha(asked.body.recaptchaToken, 'seats', holder))) return refuse('invalid_captcha')
    const producer = await producerOfSeats(asked.context.cookies, [asked.body.seat.PresentationId])
    const locked = await lock(asked.body.seat, holder, producer)
    return locked.ok ? accept({ lockedSeat: locked.value }) : locked
  },
  'seats',
)
export const ALL = onlyMethods('PUT')
