import { enrolSeatplan } from '#lib/contract/area/memberships.ts'
import { refuse } from '#lib/domain/result.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { membershipMap } from '#lib/server/enrolment/membership-map.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha/captcha.ts'

export const GET = serve(
  enrolSeatplan,
  async ({ params, query, request, visitor, holder, locale }) => {
    if (!(await verifyCaptcha(query.recaptchaToken, 'seats', holder, 'show'))) return refuse('invalid_captcha')
    return membershipMap(request, { membershipId: params.membershipId, chosenId: query.presentationId ?? null }, visitor?.uuid, locale)
  },
  'status',
)
export const ALL = onlyMethods('GET')
