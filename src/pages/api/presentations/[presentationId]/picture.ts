import { venuePicture } from '#lib/contract/show/venue-pictures.ts'
import { storedPictureAnswer } from '#lib/server/platform/http/answers/picture-answer.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { readPicture, venuePictureOf } from '#lib/server/catalogue/venue-pictures.ts'

export const GET = serve(
  venuePicture,
  async ({ params, request }) => storedPictureAnswer(await venuePictureOf(params.presentationId), readPicture, request),
  'picture',
)
export const ALL = onlyMethods('GET')
