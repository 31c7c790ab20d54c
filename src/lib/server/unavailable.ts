import { textOf } from '#lib/text/text.ts'
import { jsonAnswer } from './answers.ts'

const RETRY_SECONDS = 3

/** 503 while the database is away: it is being started again, so the page comes back by itself. */
export function unavailableAnswer(accept: string): Response {
  const t = textOf('he')
  const answer = accept.includes('text/html')
    ? new Response(page(t('states.errorTitle'), t('states.errorText')), {
        status: 503,
        headers: { 'Content-Type': 'text/html; charset=utf-8' },
      })
    : jsonAnswer({ error: 'GENERAL_ERROR', message: t('errors.GENERAL_ERROR') }, 503)
  answer.headers.set('Retry-After', String(RETRY_SECONDS))
  answer.headers.set('Cache-Control', 'no-store')
  return answer
}

function page(title: string, text: string): string {
  return `<!doctype html><html lang="he" dir="rtl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><meta http-equiv="refresh" content="${String(RETRY_SECONDS)}"><title>${title}</title></head>
<body><main><h1>${title}</h1><p>${text}</p></main></body></html>`
}
