import { getPresentation } from '#lib/contract/presentations.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { presentationAnswer } from '#lib/server/presentations.ts'
import { onlyMethods, serve } from '#lib/server/serve.ts'

export const GET = serve(getPresentation, async ({ params, locale }) => {
  const presentation = await presentationAnswer(params.presentationId, locale)
  return presentation ? accept({ presentation }) : refuse('NOT_FOUND')
})
export const ALL = onlyMethods('GET')
