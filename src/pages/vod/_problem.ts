import type { APIContext } from 'astro'
import { opaque } from '#lib/contract/wire.ts'
import { readForm, typedText } from '#lib/server/platform/http/answers/read-form.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { isCrossSite } from '#lib/server/platform/http/cross-site.ts'
import { sourceOf } from '#lib/server/platform/http/limits/network.ts'
import { MOST_WORDS, PROBLEMS, reportFilm } from '#lib/server/vod/film-problem.ts'
import { filmOf } from '#lib/server/vod/films.ts'
import { textOf } from '#lib/text/text.ts'
import { filmView, pathOf, type FilmView } from './_films.ts'

type Context = Pick<APIContext, 'request' | 'locals' | 'params' | 'clientAddress' | 'url'>

/** The page on which a viewer reports a problem with a film. */
export interface ProblemPage {
  readonly view: FilmView
  /** Where the film is watched. */
  readonly path: string
  readonly problem?: string
  readonly status: number
}

/** Opens the page, or takes its form. undefined: no such film, or not the visitor's; `goTo`: it was sent. */
export async function openProblem(context: Context): Promise<ProblemPage | { readonly goTo: string } | undefined> {
  const { vodId = '' } = context.params
  const film = /^[1-9]\d{0,8}$/.test(vodId) ? await filmOf(Number(vodId), context.locals.locale) : undefined
  const order = opaque.safeParse(context.url.searchParams.get('order') ?? '')
  const resId = order.success ? order.data : null
  const { visitor, locale } = context.locals
  const view = film && (await filmView(film, context.locals, resId))
  if (!view || view.watch.state === 'forSale') return undefined
  const page: ProblemPage = { view, path: pathOf(view), status: 200 }
  const { request } = context
  if (request.method !== 'POST') return page
  const t = textOf(locale)
  const refused = (code: Parameters<typeof statusOf>[0]): ProblemPage => ({ ...page, problem: t(`errors.${code}`), status: statusOf(code) })
  if (isCrossSite(request)) return refused('CROSS_SITE')
  const sent = await readForm(request)
  const what = PROBLEMS.find((one) => one === sent.get('what'))
  if (!what) return { ...page, problem: t('vod.problemChoose'), status: 400 }
  const told = await reportFilm(
    { visitor, vodId: view.film.vodId, resId: view.watch.resId },
    {
      what,
      words: typedText(sent, 'words', MOST_WORDS),
      userAgent: request.headers.get('user-agent') ?? '',
      caller: sourceOf(request, context.clientAddress).caller,
    },
  )
  return told.ok ? { goTo: `${context.url.pathname}?sent` } : refused(told.refusal.code)
}
