import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { jsonAnswer, refusalAnswer } from './answers.ts'

const RETRY_SECONDS = 3

/** 503 while the database is away: it is being started again, so the page comes back by itself. */
export function unavailableAnswer(accept: string): Response {
  const t = textOf('he')
  const answer = accept.includes('text/html')
    ? pageAnswer(503, { title: t('states.errorTitle'), text: t('states.errorText'), locale: 'he', seconds: RETRY_SECONDS })
    : jsonAnswer({ error: 'GENERAL_ERROR', message: t('errors.GENERAL_ERROR') }, 503)
  answer.headers.set('Retry-After', String(RETRY_SECONDS))
  return answer
}

/** 429 for more than an address may ask for: a page comes back by itself when the time is over. */
export function tooManyAnswer(accept: string, seconds: number, locale: Locale): Response {
  if (!accept.includes('text/html')) return refusalAnswer({ code: 'TOO_MANY_REQUESTS', facts: { seconds } }, locale)
  const t = textOf(locale)
  const answer = pageAnswer(429, { title: t('states.errorTitle'), text: t('errors.TOO_MANY_REQUESTS'), locale, seconds })
  answer.headers.set('Retry-After', String(seconds))
  return answer
}

interface Page {
  readonly title: string
  readonly text: string
  readonly locale: Locale
  /** After which it loads again. */
  readonly seconds: number
}

function pageAnswer(status: number, { title, text, locale, seconds }: Page): Response {
  const direction = locale === 'he' || locale === 'ar' ? 'rtl' : 'ltr'
  const html = `<!doctype html><html lang="${locale}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><meta http-equiv="refresh" content="${String(seconds)}"><title>${title}</title></head>
<body><main><h1>${title}</h1><p>${text}</p></main></body></html>`
  return new Response(html, { status, headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' } })
}
