import type { APIRoute } from 'astro'
import { filmCalendar } from '#lib/server/documents/film-calendar.ts'
import { filmOf } from '#lib/server/vod/films.ts'

/** A live stream for the calendar; a film that is always there has none. */
export const GET: APIRoute = async ({ params: { vodId = '' }, locals: { locale } }) => {
  const film = /^[1-9]\d{0,8}$/.test(vodId) ? await filmOf(Number(vodId), locale) : undefined
  if (!film || film.startsAt === null) return new Response(null, { status: 404 })
  const { featureName: name, seconds, startsAt } = film
  return new Response(filmCalendar({ vodId: film.vodId, name, seconds, startsAt: Date.parse(startsAt) }, locale), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="stream-${vodId}.ics"`,
      'Cache-Control': 'no-store',
    },
  })
}
