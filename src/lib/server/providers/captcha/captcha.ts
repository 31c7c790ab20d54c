import type { Holder } from '#lib/server/platform/http/limits/network.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import type { CaptchaAction } from './captcha-action.ts'
import { isSolvedChallenge } from './captcha-altcha.ts'
import { isPass, showPass, spendPass } from './captcha-passes.ts'

/**
 * Whether a call may proceed: always if the check is off, otherwise with a pass that has uses left, of which it takes one, or with a solved challenge, which
 * counts once.
 * @param token the call's recaptchaToken
 * @param holder the visitor and the network that a proof belongs to; a call without a visitor is refused if the check is on
 */
export async function verifyCaptcha(token: string | undefined, action: CaptchaAction, holder: Holder | undefined): Promise<boolean> {
  return verify({ token, action, holder }, spendPass)
}

/** The same with any unexpired pass, of which it takes no use: polling the map must not use up what locking seats needs. */
export async function showCaptcha(token: string | undefined, action: CaptchaAction, holder: Holder | undefined): Promise<boolean> {
  return verify({ token, action, holder }, showPass)
}

/** What a call proves, for which action, and whose call it is. */
interface Proof {
  readonly token: string | undefined
  readonly action: CaptchaAction
  readonly holder: Holder | undefined
}

async function verify({ token, action, holder }: Proof, verifyPass: typeof spendPass | typeof showPass): Promise<boolean> {
  if (settings().captchaProvider === 'off') return true
  if (holder === undefined || token === undefined || token === '') return false
  return isPass(token) ? verifyPass(token, action, holder) : isSolvedChallenge(token, action, holder.uuid)
}
