import type { Holder } from '#lib/server/platform/http/limits/network.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import type { CaptchaAction } from './captcha-action.ts'
import { isSolvedChallenge } from './captcha-altcha.ts'
import { isPass, showPass, spendPass } from './captcha-passes.ts'

/**
 * Whether a call may go on: always where the check is off, else with a pass that has uses left or with a solved challenge, which counts once.
 * @param token the call's recaptchaToken.
 * @param holder the visitor and the network; a proof belongs to both, so a call without a visitor is refused where the check is on.
 * @param use 'spend' takes one use of the pass; 'show' asks only whether it is alive, spent or not: looking at the map, which asks again and again, takes
 *   nothing that locking seats needs.
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
