import type { APIRoute } from 'astro'
import { isOutboxShown, outboxLetter } from '#lib/server/messages/outbox-view.ts'

/** A letter brings its styles in its elements, runs nothing, loads nothing, and stands in a frame of our own page. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': POLICY,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
}

/** A letter of the built-in outbox as a mail program shows it; its links open beside it. */
export const GET: APIRoute = async (context) => {
  const html = isOutboxShown(context) ? await outboxLetter(context.params.messageId ?? '') : undefined
  return html === undefined
    ? context.rewrite('/404')
    : new Response(html.replace('<head>', '<head><base target="_blank">'), { headers: HEADERS })
}
