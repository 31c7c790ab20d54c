import { getMiniSite } from '#lib/contract/show/mini-sites.ts'
import { accept } from '#lib/domain/result.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { miniSiteAnswer } from '#lib/server/entitlements/mini-site/mini-site-answer.ts'
import { findSite } from '#lib/server/entitlements/mini-site/mini-sites.ts'

export const GET = serve(getMiniSite, async ({ params, visitor, locale }) => {
  const found = await findSite(params.url, visitor?.uuid)
  return found.ok ? accept({ miniSite: await miniSiteAnswer(found.value, locale) }) : found
})
export const ALL = onlyMethods('GET')
