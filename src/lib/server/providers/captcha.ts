import { settings } from '#lib/server/settings.ts'
import type { CaptchaAction } from './captcha-action.ts'
import { isSolvedChallenge } from './captcha-altcha.ts'
import { isPass, spendPass } from './captcha-passes.ts'

/**
 * Whether a call may go on: always where the check is off, else with a pass that has uses left or with a solved challenge, which counts once.
 * @param token the call's recaptchaToken.
 * @param uuid the visitor; a proof belongs to one, so a call without a visitor is refused where the check is on.
 */
export async function verifyCaptcha(token: string | undefined, action: CaptchaAction, uuid: string | undefined): Promise<boolean> {
  if (settings().captchaProvider === 'off') return true
  if (uuid === undefined || token === undefined || token === '') return false
  return isPass(token) ? spendPass(token, action, uuid) : isSolvedChallenge(token, action, uuid)
}
