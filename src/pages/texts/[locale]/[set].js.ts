import type { APIRoute } from 'astro'
import { idText } from '#lib/contract/wire.ts'
import { isEnabledLocale } from '#lib/server/platform/config/enabled-locales.ts'
import { ReadyBytes } from '#lib/server/platform/http/answers/ready-bytes.ts'
import { readyAnswer } from '#lib/server/platform/http/answers/ready-answer.ts'
import { spokenSetOf, type SpokenSet } from '#lib/server/platform/http/spoken-sets.ts'

/** Kept for as long as its texts are. */
const bodies = new WeakMap<SpokenSet, ReadyBytes>()

/** The texts of islands as a script. An address of another version, which a page of an earlier one asks for, has the texts of today and is not kept. */
export const GET: APIRoute = ({ params, url, request }) => {
  const { locale = '', set } = params
  if (set !== 'order' || !isEnabledLocale(locale)) return new Response(null, { status: 404 })
  const business = idText.safeParse(url.searchParams.get('business'))
  const spoken = spokenSetOf({
    locale,
    businessId: business.success ? business.data : undefined,
    isOfTickets: url.searchParams.get('of') === 'tickets',
    isOfProducer: url.searchParams.get('by') === 'producer',
  })
  const body = bodies.get(spoken) ?? new ReadyBytes(spoken.script, 11)
  bodies.set(spoken, body)
  return readyAnswer(request, {
    body: () => body,
    type: 'text/javascript; charset=utf-8',
    tag: spoken.version,
    cacheControl: url.searchParams.get('v') === spoken.version ? 'public, max-age=31536000, immutable' : 'no-cache',
  })
}
