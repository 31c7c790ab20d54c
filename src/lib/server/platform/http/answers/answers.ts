import pg from 'pg'
import type { Refusal } from '#lib/domain/result.ts'
import type { Locale } from '#lib/text/locales.ts'
import { refusalWords } from '#lib/text/refusal-words.ts'
import { textOf } from '#lib/text/text.ts'
import { noteStorage } from '#lib/server/platform/db/storage.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { encodingFor, streamOf } from './ready-answer.ts'
import type { ReadyBytes } from './ready-bytes.ts'
import { statusOf } from './refusal-status.ts'

/** Answers are personal unless their route says otherwise. */
const HEADERS = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' }

export function jsonAnswer(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: HEADERS })
}

/** JSON that is written already, for this answer alone. */
export function writtenJson(bytes: Uint8Array): Response {
  return new Response(streamOf(bytes), { headers: HEADERS })
}

/** JSON that is written already, in an encoding that the client takes. */
export async function jsonBytes(request: Request, body: ReadyBytes): Promise<Response> {
  const encoding = encodingFor(request, body)
  const bytes = await body.in(encoding)
  return new Response(streamOf(bytes), {
    headers: {
      ...HEADERS,
      Vary: 'Accept-Encoding',
      'Content-Length': String(bytes.length),
      ...(encoding && { 'Content-Encoding': encoding }),
    },
  })
}

/** 4xx with { error: CODE, message }, in the words of a business where it has its own; facts of the refusal travel along, for example the limit that was passed. */
export function refusalAnswer(refusal: Refusal, locale: Locale, businessId?: number): Response {
  const message = refusalWords(textOf(locale, businessId), refusal)
  const answer = jsonAnswer({ error: refusal.code, message, ...(refusal.facts && { facts: refusal.facts }) }, statusOf(refusal.code))
  if (answer.status === 429) answer.headers.set('Retry-After', String(refusal.facts?.seconds ?? 30))
  return answer
}

/** 5xx with an id that the log has too. A database that is away is 503, to be tried again. */
export function failureAnswer(error: unknown, requestId: string, locale: Locale): Response {
  const isAway = isDatabaseAway(error)
  noteStorage(error)
  log().error({ err: error, requestId }, isAway ? 'database away' : 'failure')
  const answer = jsonAnswer({ error: 'GENERAL_ERROR', message: textOf(locale)('errors.GENERAL_ERROR'), id: requestId }, isAway ? 503 : 500)
  if (isAway) answer.headers.set('Retry-After', '3')
  return answer
}

/** Connection lost, refused or timed out (classes 08 and 57P), no room, memory or connection left (53), a lock that was waited for too long (55P03), a deadlock (40P01); or too many drawings wait. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|57P|53|55P03|40P01)/.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'DATABASE_SILENT'].includes(code) ||
    /Connection terminated|not queryable|timeout exceeded when trying to connect|Query read timeout|Task queue is at limit/.test(
      error.message,
    )
  )
}
