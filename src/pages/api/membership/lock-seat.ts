import { lockMembershipSeat } from '#lib/contract/area/memberships.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { holderOf, onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { lockOnDates } from '#lib/server/enrolment/membership-locks.ts'
import { seatOfMembership } from '#lib/server/enrolment/wanted-seat.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha/captcha.ts'

export const PUT = serve(
  lockMembershipSeat,
  async (asked) => {
    const holder = holderOf(asked)
    if (!(await verifyCaptcha(asked.body.recaptchaToken, 'seats', holder))) return refuse('invalid_captcha')
    const locked = await lockOnDates(seatOfMembership(asked.body.seat), holder, 'again')
    return locked.ok ? accept({ selections: [...locked.value] }) : locked
  },
  'seats',
)
export const ALL = onlyMethods('PUT')
