import { captchaChallenge } from '#lib/contract/system.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { openChallenge } from '#lib/server/providers/captcha/captcha-altcha.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'

export const GET = serve(
  captchaChallenge,
  async ({ query, visitor }) => (visitor ? accept({ ...(await openChallenge(query.action, visitor.uuid)) }) : refuse('MISSING_UUID')),
  'captcha',
)
export const ALL = onlyMethods('GET')
