import { listFeatures } from '#lib/contract/show/features.ts'
import { accept } from '#lib/domain/result.ts'
import { featuresMatching } from '#lib/server/programme/features.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'

export const GET = serve(listFeatures, async ({ query }) => accept({ features: await featuresMatching(query) }))
export const ALL = onlyMethods('GET')
