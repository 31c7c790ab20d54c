import { listLocations } from '#lib/contract/show/features.ts'
import { accept } from '#lib/domain/result.ts'
import { locationAnswers } from '#lib/server/programme/features.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'

export const GET = serve(listLocations, async ({ locale }) => accept({ locations: await locationAnswers(locale) }))
export const ALL = onlyMethods('GET')
