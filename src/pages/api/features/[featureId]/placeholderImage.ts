import { featurePlaceholderImage } from '#lib/contract/show/features.ts'
import { pictureOf } from '#lib/server/programme/features.ts'
import { pictureAnswer } from '#lib/server/platform/http/answers/picture-answer.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'

export const GET = serve(
  featurePlaceholderImage,
  async ({ params, request }) => pictureAnswer(await pictureOf('feature', params.featureId), request),
  'picture',
)
export const ALL = onlyMethods('GET')
