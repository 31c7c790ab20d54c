import type { Holder } from '#lib/server/platform/http/limits/network.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import type { CaptchaAction } from './captcha-action.ts'
import { isSolvedChallenge } from './captcha-altcha.ts'
import { isPass, showPass, spendPass } from './captcha-passes.ts'

/**
 * Whether a call may proceed: always if the check is off, otherwise with a pass that has uses left, or with a solved challenge, which counts once.
 * @param token the call's recaptchaToken
 * @param holder the visitor and the network that a proof belongs to; a call without a visitor is refused if the check is on
 * @param use 'spend' takes one use of the pass; 'show' accepts any unexpired pass, because polling the map must not use up what locking seats needs
 */
export async function verifyCaptcha(
  token: string | undefined,
  action: CaptchaAction,
  holder: Holder | undefined,
  use: 'spend' | 'show' = 'spend',
): Promise<boolean> {
  if (settings().captchaProvider === 'off') return true
  if (holder === undefined || token === undefined || token === '') return false
  if (!isPass(token)) return isSolvedChallenge(token, action, holder.uuid)
  return use === 'show' ? showPass(token, action, holder) : spendPass(token, action, holder)
}
