import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { jsonAnswer } from './answers.ts'

/** After how many seconds to ask again while the database is away: it is being started again. */
export const RETRY_SECONDS = 3

/** The page that says so, without asking the database anything. */
export const UNAVAILABLE_PAGE = '/503'

/** Who wants a page is answered one, everybody else a call's answer. */
export function wantsPage(accept: string | null | undefined): boolean {
  return accept?.includes('text/html') ?? false
}

/** 503 of a call while the database is away. */
export function unavailableAnswer(locale: Locale): Response {
  const answer = jsonAnswer({ error: 'GENERAL_ERROR', message: textOf(locale)('errors.GENERAL_ERROR') }, 503)
  answer.headers.set('Retry-After', String(RETRY_SECONDS))
  return answer
}
