import { getSeatplan, PACKED_PLAN } from '#lib/contract/show/seats.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { planBytes } from '#lib/server/catalogue/plan-bytes.ts'
import { accepts, readyAnswer } from '#lib/server/platform/http/answers/ready-answer.ts'
import { planOf } from '#lib/server/catalogue/seatplans.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'

export const GET = serve(
  getSeatplan,
  async ({ query, request }) => {
    const plan = await planOf(query.seatplanId)
    if (!plan || (query.venueId !== undefined && query.venueId !== plan.venueId)) return refuse('NOT_FOUND')
    const form = accepts(request, PACKED_PLAN) ? 'packed' : 'wire'
    return accept(
      await readyAnswer(request, {
        body: () => planBytes(plan, form),
        type: form === 'packed' ? PACKED_PLAN : 'application/json; charset=utf-8',
        tag: `${plan.version}.${form}`,
        cacheControl: query.version === plan.version ? 'public, max-age=31536000, immutable' : 'no-cache',
      }),
    )
  },
  'status',
)
export const ALL = onlyMethods('GET')
