import { captchaPass } from '#lib/contract/system.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { isSolvedChallenge } from '#lib/server/providers/captcha/captcha-altcha.ts'
import { issuePass } from '#lib/server/providers/captcha/captcha-passes.ts'
import { holderOf, onlyMethods, serve } from '#lib/server/calls/serve.ts'

export const POST = serve(
  captchaPass,
  async (asked) => {
    const { action, payload } = asked.body
    const holder = holderOf(asked)
    if (!(await isSolvedChallenge(payload, action, holder.uuid))) return refuse('invalid_captcha')
    return accept({ pass: await issuePass(action, holder) })
  },
  'captcha',
)
export const ALL = onlyMethods('POST')
