import type { APIContext } from 'astro'
import { pictureAnswer } from '#lib/server/platform/http/answers/picture-answer.ts'
import { findSite } from '#lib/server/entitlements/mini-site/mini-sites.ts'
import { pictureOf } from '#lib/server/programme/features.ts'

/** A picture of a mini-site; of a closed one only for whoever may see it. */
export async function sitePicture(kind: 'mark' | 'cover', { params, locals, request }: APIContext): Promise<Response> {
  const found = await findSite(params.url ?? '', locals.visitor?.uuid)
  const isShown = found.ok && !found.value.isShut
  const answer = pictureAnswer(isShown ? await pictureOf(kind, found.value.site.id) : undefined, request)
  if (!answer.ok) return new Response(null, { status: 404 })
  if (isShown && found.value.site.isClosed) answer.value.headers.set('Cache-Control', 'private, no-cache')
  return answer.value
}
