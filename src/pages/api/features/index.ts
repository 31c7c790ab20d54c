import { listFeatures } from '#lib/contract/show/features.ts'
import { accept } from '#lib/domain/result.ts'
import { siteForCall } from '#lib/server/entitlements/mini-site/site-offer.ts'
import { featuresMatching } from '#lib/server/programme/features.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'

export const GET = serve(listFeatures, async ({ query: { miniSiteUrl, ...wanted }, visitor, locale }) => {
  const site = miniSiteUrl ? await siteForCall(miniSiteUrl, visitor?.uuid) : undefined
  if (site && !site.ok) return accept({ features: [] })
  return accept({ features: await featuresMatching({ ...wanted, locale, presentationIds: site?.value?.site.presentationIds }) })
})
export const ALL = onlyMethods('GET')
