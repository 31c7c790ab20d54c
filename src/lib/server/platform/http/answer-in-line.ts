import type { IncomingMessage } from 'node:http'
import { isEnabledLocale, shopLocale } from '#lib/server/platform/config/enabled-locales.ts'
import type { Locale } from '#lib/text/locales.ts'
import { AddressLines, type LineKind } from './address-lines.ts'
import { refusalAnswer } from './answers/answers.ts'
import type { CompressedResponse } from './answers/compressed-response.ts'
import { pathOf, queryOf } from './request-target.ts'
import { wantsPage } from './answers/unavailable.ts'

/** The page that says that there were too many requests. */
const TOO_MANY_PAGE = '/429'
/** After how many seconds to ask again where the line is full: it moves quickly. */
const RETRY_SECONDS = 1

/** What answers; the promise ends with the answer. */
export type Answering = (request: IncomingMessage, answer: CompressedResponse) => Promise<void> | undefined

interface Exchange {
  readonly request: IncomingMessage
  readonly answer: CompressedResponse
  readonly caller: string | null
}

/** Answers in the line of the request's address. @returns the refusal where that is full, unless a page tells it. */
export function answersInLine(work: Answering, lines = new AddressLines()) {
  const enter = (kind: LineKind, { request, answer, caller }: Exchange) =>
    lines.enter(kind, caller, (leave) => {
      // Who waited and went away needs no answer.
      if (answer.destroyed) leave()
      else answerAndLeave(work, { request, answer, leave })
    })
  return (exchange: Exchange): Response | undefined => {
    const { request } = exchange
    if (enter(kindOf(request), exchange)) return undefined
    const language = languageOf(request)
    if (wantsPage(request.headers.accept)) {
      askFor(TOO_MANY_PAGE, request)
      if (enter('fullPage', exchange)) return undefined
    }
    return refusalAnswer({ code: 'TOO_MANY_REQUESTS', facts: { seconds: RETRY_SECONDS } }, language)
  }
}

interface Turn extends Omit<Exchange, 'caller'> {
  readonly leave: () => void
}

/** A stream of events leaves the line with its head: it goes on for as long as its page is looked at. A client that goes away does not end the work. */
function answerAndLeave(work: Answering, { request, answer, leave }: Turn): void {
  answer.onHead(() => {
    if (String(answer.getHeader('Content-Type')).startsWith('text/event-stream')) leave()
  })
  const answered = work(request, answer)
  if (answered) void answered.finally(leave)
  else leave()
}

function kindOf({ method, url = '/' }: IncomingMessage): LineKind {
  if (!pathOf(url).startsWith('/api/')) return 'page'
  return method === 'GET' ? 'read' : 'write'
}

/** Answers with another page than the one that was asked for, in the language that its address names. */
export function askFor(page: string, request: IncomingMessage): void {
  const language = new URLSearchParams(queryOf(request.url ?? '')).get('lang')
  request.url = `${page}${language === null ? '' : `?${new URLSearchParams({ lang: language }).toString()}`}`
  request.method = 'GET'
}

/** As page-language.ts says it, before there is a page. */
function languageOf({ url = '', headers }: IncomingMessage): Locale {
  const asked = new URLSearchParams(queryOf(url)).get('lang') ?? ''
  if (isEnabledLocale(asked)) return asked
  const chosen = /(?:^|;\s*)lang=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? ''
  return isEnabledLocale(chosen) ? chosen : shopLocale()
}
