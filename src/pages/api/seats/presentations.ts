import { presentationsOfDay } from '#lib/contract/show/presentations.ts'
import { accept } from '#lib/domain/result.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { presentationAnswers } from '#lib/server/programme/presentation-answers.ts'
import { presentationsFor } from '#lib/server/programme/presentations.ts'

export const GET = serve(presentationsOfDay, async ({ query, locale, source }) => {
  const matching = await presentationsFor({ date: query.date }, source.caller, locale)
  return matching.ok ? accept({ presentations: presentationAnswers(matching.value, locale) }) : matching
})
export const ALL = onlyMethods('GET')
