import { lockEnrolSeat } from '#lib/contract/area/memberships.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { holderOf, onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { lockOnDates, stillSelected } from '#lib/server/enrolment/membership-locks.ts'
import { seatOfEnrolment } from '#lib/server/enrolment/wanted-seat.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha/captcha.ts'

export const PUT = serve(
  lockEnrolSeat,
  async (asked) => {
    const holder = holderOf(asked)
    if (!(await verifyCaptcha(asked.body.recaptchaToken, 'seats', holder))) return refuse('invalid_captcha')
    const wanted = await seatOfEnrolment(asked.params.membershipId, asked.body)
    if (!wanted.ok) return wanted
    const locked = await lockOnDates(wanted.value, holder, 'once')
    if (!locked.ok) return locked
    const dates = new Set(locked.value.map(({ prsntId }) => prsntId))
    const others = (asked.body.selections ?? []).filter(({ prsntId }) => !dates.has(prsntId))
    return accept({ selections: [...(await stillSelected(others, holder.uuid)), ...locked.value] })
  },
  'seats',
)
export const ALL = onlyMethods('PUT')
