import { moveMembership } from '#lib/contract/area/memberships.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { holderOf, onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { moveRenewal } from '#lib/server/enrolment/renewal-offers.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha/captcha.ts'

export const PUT = serve(
  moveMembership,
  async (asked) => {
    const holder = holderOf(asked)
    if (!(await verifyCaptcha(asked.body.recaptchaToken, 'seats', holder))) return refuse('invalid_captcha')
    const moved = await moveRenewal(asked.body, holder.uuid)
    return moved.ok ? accept({ isMoving: true }) : moved
  },
  'seats',
)
export const ALL = onlyMethods('PUT')
