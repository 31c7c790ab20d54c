import { bestOnDates } from '#lib/contract/area/memberships.ts'
import { refuse } from '#lib/domain/result.ts'
import { holderOf, onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { findBestOnDates } from '#lib/server/enrolment/membership-best.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha/captcha.ts'

/** A GET with side effects, like /seats/best-available: opening it as a page locks nothing. */
export const GET = serve(
  bestOnDates,
  async (asked) => {
    const holder = holderOf(asked)
    if (!(await verifyCaptcha(asked.query.recaptchaToken, 'seats', holder))) return refuse('invalid_captcha')
    const isNavigation = asked.request.headers.get('sec-fetch-mode') === 'navigate'
    return findBestOnDates({ ...asked.query, ...(isNavigation && { isLock: false }), locale: asked.locale }, holder)
  },
  'best',
)
export const ALL = onlyMethods('GET')
