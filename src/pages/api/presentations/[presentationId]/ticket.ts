import { ticketByCode } from '#lib/contract/show/presentations.ts'
import { refuse } from '#lib/domain/result.ts'
import { guardGuesses } from '#lib/server/entitlements/code-guesses.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha/captcha.ts'
import { holderOf, onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { lookUpTicket } from '#lib/server/entitlements/lookup/ticket-lookup.ts'
import { enterForCall } from '#lib/server/entitlements/mini-site/site-offer.ts'

export const GET = serve(ticketByCode, ({ params, query, locale, source, ...asked }) => {
  const holder = holderOf(asked)
  return guardGuesses({ ...holder, caller: source.caller }, async () => {
    if (!(await verifyCaptcha(query.recaptchaToken, 'codes', holder))) return refuse('captchaError')
    const site = await enterForCall(query.miniSiteUrl, holder.uuid, [params.presentationId])
    if (!site.ok) return site
    return lookUpTicket({ uuid: holder.uuid, locale }, params.presentationId, query)
  })
})
export const ALL = onlyMethods('GET')
