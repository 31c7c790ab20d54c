import { getSeatsStatus } from '#lib/contract/seats.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha.ts'
import { seatsStatus } from '#lib/server/seats.ts'
import { onlyMethods, serve } from '#lib/server/serve.ts'

export const GET = serve(getSeatsStatus, async ({ query, visitor }) => {
  if (!(await verifyCaptcha(query.recaptchaToken, 'seats', visitor?.uuid))) return refuse('invalid_captcha')
  const status = await seatsStatus(query.presentationId, query.sectionId, visitor?.uuid)
  return status ? accept(status) : refuse('NOT_FOUND')
})
export const ALL = onlyMethods('GET')
