import { validateMiniSite } from '#lib/contract/show/mini-sites.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { holderOf, onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { miniSiteAnswer } from '#lib/server/entitlements/mini-site/mini-site-answer.ts'
import { useReferences } from '#lib/server/entitlements/mini-site/mini-sites.ts'
import { checkHolder } from '#lib/server/orders/holds/unpaid-hold.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha/captcha.ts'

/** A GET with side effects: `serve` demands the uuid header and refuses other sites. */
export const GET = serve(validateMiniSite, async ({ params, query, locale, source, ...asked }) => {
  const holder = holderOf(asked)
  const { mode = 'order', recaptchaToken, ...typed } = query
  const maySell = mode === 'hold' ? await checkHolder(holder.uuid) : undefined
  if (maySell?.ok === false) return maySell
  if (!(await verifyCaptcha(recaptchaToken, 'codes', holder))) return refuse('captchaError')
  const found = await useReferences(params.url, { ...holder, caller: source.caller }, { ...typed, needsBalance: mode !== 'modify' })
  return found.ok ? accept({ miniSite: await miniSiteAnswer(found.value, locale, typed) }) : found
})
export const ALL = onlyMethods('GET')
