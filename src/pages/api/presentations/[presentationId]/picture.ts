import { venuePicture } from '#lib/contract/venue-pictures.ts'
import { storedPictureAnswer } from '#lib/server/http/picture-answer.ts'
import { onlyMethods, serve } from '#lib/server/http/serve.ts'
import { readPicture, venuePictureOf } from '#lib/server/venue-pictures.ts'

export const GET = serve(
  venuePicture,
  async ({ params, request }) => storedPictureAnswer(await venuePictureOf(params.presentationId), readPicture, request),
  'picture',
)
export const ALL = onlyMethods('GET')
