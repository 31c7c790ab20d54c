import type { APIRoute } from 'astro'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { pictureAnswer } from '#lib/server/platform/http/answers/picture-answer.ts'
import { pictureOf } from '#lib/server/programme/features.ts'

/** The picture of a cause. */
export const GET: APIRoute = async ({ params, request }) => {
  const { donations } = await catalogue()
  const cause = [...donations.values()].find(({ code }) => code === params.code)
  const answer = pictureAnswer(cause && (await pictureOf('donation', cause.id)), request)
  return answer.ok ? answer.value : new Response(null, { status: 404 })
}
