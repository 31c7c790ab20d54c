import { membershipSeatplan } from '#lib/contract/area/memberships.ts'
import { refuse } from '#lib/domain/result.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { membershipMap } from '#lib/server/enrolment/membership-map.ts'
import { showCaptcha } from '#lib/server/providers/captcha/captcha.ts'

export const GET = serve(
  membershipSeatplan,
  async ({ query, request, visitor, holder, locale }) => {
    if (!(await showCaptcha(query.recaptchaToken, 'seats', holder))) return refuse('invalid_captcha')
    return membershipMap(request, { membershipId: query.membershipId, chosenId: null }, { uuid: visitor?.uuid, locale })
  },
  'status',
)
export const ALL = onlyMethods('GET')
