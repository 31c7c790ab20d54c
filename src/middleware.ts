import { randomUUID } from 'node:crypto'
import { defineMiddleware } from 'astro:middleware'
import type { APIContext, MiddlewareNext } from 'astro'
import { isDatabaseAway, refusalAnswer } from './lib/server/platform/http/answers/answers.ts'
import { noteStorage } from './lib/server/platform/db/storage.ts'
import { decideExternalRedirect } from './lib/server/platform/http/external-redirect.ts'
import { isEnabledLocale } from '#lib/server/platform/config/enabled-locales.ts'
import { countCall, isSpent } from './lib/server/platform/http/limits/limits.ts'
import { sourceOf } from './lib/server/platform/http/limits/network.ts'
import { withHebrewMarked } from './lib/server/platform/http/mark-hebrew.ts'
import { keepLanguage, languageOf, redirectInLanguage } from './lib/server/platform/http/page-language.ts'
import { takeSaying } from './lib/server/platform/http/say-next.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { pathOfStaff } from './lib/server/platform/http/staff-path.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { UNAVAILABLE_PAGE, unavailableAnswer, wantsPage } from './lib/server/platform/http/answers/unavailable.ts'
import { openVisitor } from '#lib/server/customers/session/visitors.ts'

/** Pages that are another system's (the sandbox, what is shown in other sites), an error, a style sheet or a script have no visitor. */
const WITHOUT_VISITOR = /^\/(404|429|500|503|sandbox|brand\.css|dev|edocument|embed|gift|leave|manifest|offline|service-worker|texts)/

/** What is not the visit itself, but is shown inside another site or kept for later: it changes nothing of what the visitor chose. */
const APART = /^\/(embed|manifest|offline|texts)/

export const onRequest = defineMiddleware(async (context, next) => {
  const { locals, request, routePattern } = context
  locals.requestId = request.headers.get('x-request-id') ?? randomUUID()
  locals.locale = languageOf({ cookies: context.cookies, locals, params: context.url.searchParams })
  const ofStaff = pathOfStaff(context.url.pathname)
  if (ofStaff !== undefined) return context.rewrite(ofStaff + context.url.search)
  if (routePattern.startsWith('/api')) return next()
  try {
    if (!APART.test(routePattern)) keepLanguage(context)
    const answer = redirectInLanguage(context, await answerPage(context, next))
    const page = await withHebrewMarked(answer, locals.locale)
    if (page.headers.get('Content-Type')?.startsWith('text/html')) page.headers.set('Content-Language', locals.locale)
    return page
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    noteStorage(error)
    log().error({ err: error, requestId: locals.requestId }, 'database away')
    return wantsPage(request.headers.get('accept')) ? next(UNAVAILABLE_PAGE) : unavailableAnswer(locals.locale)
  }
})

async function answerPage(context: APIContext, next: MiddlewareNext): Promise<Response> {
  const { request, url, locals } = context
  // Whoever shares it has counted the visit and knows the visitor.
  if (locals.isForNobody) return next()
  const asked = url.searchParams.get('lang')
  const { caller } = sourceOf(request, context.clientAddress)
  const isLeaving = /^\/https?:/i.test(rawPath(request))
  const wait = await countCall(isLeaving ? 'redirect' : 'page', 'caller', caller)
  if (wait !== undefined) return tooMany(context, next, wait)
  if (isLeaving) return leaveSite(context)
  return asked !== null && !isEnabledLocale(asked) ? context.rewrite('/404') : openPage(context, caller, next)
}

async function openPage(context: APIContext, caller: string | null, next: MiddlewareNext): Promise<Response> {
  const { locals, routePattern, cookies } = context
  if (/^\/(?:edocument|gift)/.test(routePattern)) return showDocument(context, caller, next)
  if (WITHOUT_VISITOR.test(routePattern)) return next()
  const opened = await openVisitor(cookies, caller)
  if (!opened.ok) return tooMany(context, next, Number(opened.refusal.facts?.seconds ?? 1))
  locals.visitor = opened.value
  locals.said = takeSaying(cookies, context.request)
  const answer = await next()
  if (locals.said || isElsewhere(answer)) answer.headers.set('Cache-Control', 'no-store')
  return answer
}

/**
 * Where a page leads depends on what its visitor has done: a browser that goes back would ask the answer that it has, and land at an order of before. An address that
 * has moved for good is everybody's.
 */
function isElsewhere({ status }: Response): boolean {
  return [302, 303, 307].includes(status)
}

/** More than an address may ask for. */
function tooMany({ request, locals }: APIContext, next: MiddlewareNext, seconds: number): Response | Promise<Response> {
  if (!wantsPage(request.headers.get('accept'))) return refusalAnswer({ code: 'TOO_MANY_REQUESTS', facts: { seconds } }, locals.locale)
  locals.retrySeconds = seconds
  return next('/429')
}

/** A document's key is its only guard, so an address that keeps guessing has to stop; who has a right key is not counted. */
async function showDocument(context: APIContext, caller: string | null, next: MiddlewareNext): Promise<Response> {
  const wait = await isSpent('documentMiss', caller)
  if (wait !== undefined) return tooMany(context, next, wait)
  const answer = await next()
  if (answer.status === 404) await countCall('documentMiss', 'caller', caller)
  return answer
}

/** Sends the browser to the address behind the slash, by way of the stop in between where the click came from elsewhere (spec §2). */
function leaveSite({ request, rewrite }: APIContext): Response | Promise<Response> {
  const arrival = { secFetchSite: request.headers.get('sec-fetch-site'), host: request.headers.get('host') }
  const decision = decideExternalRedirect(rawPath(request), arrival, settings())
  if (decision.kind === 'notFound') return rewrite('/404')
  if (decision.kind === 'interstitial') return rewrite(`/leave?to=${encodeURIComponent(decision.url)}`)
  return new Response(null, {
    status: 302,
    headers: { Location: decision.url, 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' },
  })
}

/** `url.pathname` collapses slashes, so the address is read from the request. */
function rawPath(request: Request): string {
  return request.url.slice(new URL(request.url).origin.length)
}
