import { seatplanPicture } from '#lib/contract/show/venue-pictures.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { pictureAnswer } from '#lib/server/platform/http/answers/picture-answer.ts'
import { pictureOf } from '#lib/server/programme/features.ts'

export const GET = serve(
  seatplanPicture,
  async ({ params, query, request }) => pictureAnswer(await pictureOf('seatplan', params.seatplanId), request, query.version),
  'picture',
)
export const ALL = onlyMethods('GET')
