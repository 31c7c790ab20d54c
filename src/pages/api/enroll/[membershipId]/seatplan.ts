import { enrolSeatplan } from '#lib/contract/area/memberships.ts'
import { refuse } from '#lib/domain/result.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { membershipMap } from '#lib/server/enrolment/membership-map.ts'
import { showCaptcha } from '#lib/server/providers/captcha/captcha.ts'

export const GET = serve(
  enrolSeatplan,
  async ({ params, query, request, visitor, holder, locale }) => {
    if (!(await showCaptcha(query.recaptchaToken, 'seats', holder))) return refuse('invalid_captcha')
    const asked = { membershipId: params.membershipId, chosenId: query.presentationId ?? null }
    return membershipMap(request, asked, { uuid: visitor?.uuid, locale })
  },
  'status',
)
export const ALL = onlyMethods('GET')
