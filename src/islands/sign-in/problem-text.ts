import type { SignInProblem } from '#lib/client/sign-in/sign-in-state.ts'
import type { Translate } from '#lib/text/translate.ts'

/** Worded by the page itself, because it knows the field. */
const OWN = ['invalid_mobileNumber', 'invalid_ssn', 'invalidEmail', 'missingPassword', 'codeShort']

/** The sentence of a refusal, and how long to wait where it says so. */
export function problemText(t: Translate, { code, message, wait }: SignInProblem): string {
  const sentence = OWN.includes(code)
    ? t(`signIn.${code}`)
    : code === 'INVALID_SMS_CODE'
      ? t('signIn.wrongCode')
      : message || fallback(t, code)
  return wait === undefined ? sentence : `${sentence} ${waitText(t, wait)}`
}

function fallback(t: Translate, code: string): string {
  return t(code === 'NO_CONNECTION' ? 'signIn.offline' : 'signIn.failed')
}

function waitText(t: Translate, seconds: number): string {
  if (seconds < 100) return t('signIn.tryIn_seconds', { count: Math.ceil(seconds) })
  if (seconds < 100 * 60) return t('signIn.tryIn_minutes', { count: Math.ceil(seconds / 60) })
  return t('signIn.tryIn_hours', { count: Math.ceil(seconds / 3600) })
}
