import type { IncomingMessage, ServerResponse } from 'node:http'
import { preferredEncoding } from '#lib/server/platform/http/answers/compressed-response.ts'
import { unavailableAnswer, wantsPage } from '#lib/server/platform/http/answers/unavailable.ts'
import { MessageCookies } from '#lib/server/platform/http/cookie-jar.ts'
import { NOBODY_MARK } from '#lib/server/platform/http/page-for-nobody.ts'
import { languageOf } from '#lib/server/platform/http/page-language.ts'
import { queryOf } from '#lib/server/platform/http/request-target.ts'
import { renderForNobody, type Render, type SharedPage } from '#lib/server/shared-pages/rendered-page.ts'
import type { ReadStyles } from '#lib/server/shared-pages/styles-inside.ts'
import type { Wait } from './crowd.ts'

const PAGE = '/waiting-room'

/** Tells newcomers that they wait, and how many come before them: one page for each language and theme, made once, so that it costs next to nothing. */
export class WaitingAnswers {
  readonly #render: Render
  readonly #styles: ReadStyles
  readonly #pages = new Map<string, Promise<SharedPage | undefined>>()

  constructor(render: Render, styles: ReadStyles) {
    this.#render = render
    this.#styles = styles
  }

  /** 503, with when to ask again. */
  async answer(request: IncomingMessage, answer: ServerResponse, { cookie, ahead, seconds }: Wait): Promise<void> {
    answer.statusCode = 503
    answer.setHeader('Retry-After', seconds)
    answer.setHeader('Waiting-Ahead', ahead)
    if (cookie !== undefined) answer.setHeader('Set-Cookie', cookie)
    const cookies = new MessageCookies(request)
    const locale = languageOf({ cookies, locals: {}, params: new URLSearchParams(queryOf(request.url ?? '')) })
    const page = wantsPage(request.headers.accept) ? await this.#page(locale, cookies.get('theme')?.value) : undefined
    if (!page) {
      answer.setHeader('Cache-Control', 'no-store').setHeader('Content-Type', 'application/json; charset=utf-8')
      answer.end(await unavailableAnswer(locale).text())
      return
    }
    for (const [name, value] of page.headers) answer.setHeader(name, value)
    answer.setHeader('Cache-Control', 'no-store').setHeader('Vary', 'Accept-Encoding')
    const encoding = preferredEncoding(request.headers['accept-encoding'])
    if (encoding) answer.setHeader('Content-Encoding', encoding)
    answer.end(await page.body.with(String(ahead).padEnd(NOBODY_MARK.length), encoding))
  }

  async #page(locale: string, theme = ''): Promise<SharedPage | undefined> {
    const key = `${locale} ${theme === 'dark' || theme === 'light' ? theme : ''}`
    const known = this.#pages.get(key) ?? this.#make(key.split(' '))
    this.#pages.set(key, known)
    return known
  }

  async #make([locale = '', theme = '']: readonly string[]): Promise<SharedPage | undefined> {
    const cookies = [['lang', locale] as const, ...(theme ? [['theme', theme] as const] : [])]
    const page = await renderForNobody(this.#render, { address: PAGE, cookies }, this.#styles)
    return page?.first
  }
}
