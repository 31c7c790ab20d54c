import { getSeatplan, PACKED_PLAN } from '#lib/contract/show/seats.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { editionOf } from '#lib/domain/catalogue/plan-words.ts'
import { planBytes } from '#lib/server/catalogue/plan-bytes.ts'
import { accepts, readyAnswer } from '#lib/server/platform/http/answers/ready-answer.ts'
import { planOf } from '#lib/server/catalogue/seatplans.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'

export const GET = serve(
  getSeatplan,
  async ({ query, request, locale }) => {
    const plan = await planOf(query.seatplanId)
    if (!plan || (query.venueId !== undefined && query.venueId !== plan.venueId)) return refuse('NOT_FOUND')
    const edition = editionOf(plan, locale)
    const form = accepts(request, PACKED_PLAN) ? 'packed' : 'wire'
    return accept(
      await readyAnswer(request, {
        body: () => planBytes(plan, form, locale),
        type: form === 'packed' ? PACKED_PLAN : 'application/json; charset=utf-8',
        tag: `${edition}.${form}`,
        cacheControl: query.version === edition ? 'public, max-age=31536000, immutable' : 'no-cache',
      }),
    )
  },
  'status',
)
export const ALL = onlyMethods('GET')
