import { featurePlaceholderImage } from '#lib/contract/features.ts'
import { pictureOf } from '#lib/server/features.ts'
import { pictureAnswer } from '#lib/server/http/picture-answer.ts'
import { onlyMethods, serve } from '#lib/server/http/serve.ts'

export const GET = serve(
  featurePlaceholderImage,
  async ({ params, request }) => pictureAnswer(await pictureOf('feature', params.featureId), request),
  'picture',
)
export const ALL = onlyMethods('GET')
