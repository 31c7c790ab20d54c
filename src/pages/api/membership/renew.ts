import { renewMembership } from '#lib/contract/area/memberships.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { holderOf, onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { lockRenewal } from '#lib/server/enrolment/renewal-offers.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha/captcha.ts'

export const PUT = serve(
  renewMembership,
  async (asked) => {
    const holder = holderOf(asked)
    if (!(await verifyCaptcha(asked.body.recaptchaToken, 'seats', holder))) return refuse('invalid_captcha')
    const locked = await lockRenewal(asked.body, holder)
    return locked.ok ? accept({ selections: [...locked.value] }) : locked
  },
  'seats',
)
export const ALL = onlyMethods('PUT')
