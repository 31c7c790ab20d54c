import { sectionView } from '#lib/contract/show/venue-pictures.ts'
import { storedPictureAnswer } from '#lib/server/platform/http/answers/picture-answer.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { readPicture, sectionViewOf } from '#lib/server/catalogue/venue-pictures.ts'

export const GET = serve(
  sectionView,
  async ({ params, request }) => storedPictureAnswer(await sectionViewOf(params.presentationId, params.sectionId), readPicture, request),
  'picture',
)
export const ALL = onlyMethods('GET')
