import type { APIRoute } from 'astro'
import { isOutboxShown, outboxLetter } from '#lib/server/messages/outbox-view.ts'

/** Mails have inline styles, run and load nothing, and may be framed by our own page only. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': POLICY,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
}

/** A mail of the built-in outbox as a mail program shows it; its links open in a new tab. */
export const GET: APIRoute = async (context) => {
  const html = isOutboxShown(context) ? await outboxLetter(context.params.messageId ?? '') : undefined
  return html === undefined
    ? context.rewrite('/404')
    : new Response(html.replace('<head>', '<head><base target="_blank">'), { headers: HEADERS })
}
