import { randomUUID } from 'node:crypto'
import { defineMiddleware } from 'astro:middleware'
import type { APIContext } from 'astro'
import { decideExternalRedirect } from '#lib/server/external-redirect.ts'
import { enabledLocales, isEnabledLocale } from '#lib/server/enabled-locales.ts'
import { settings } from '#lib/server/settings.ts'
import { openVisitor } from '#lib/server/visitors.ts'

/** Pages that are another system's (the sandbox), an error, or a style sheet have no visitor. */
const WITHOUT_VISITOR = /^\/(404|500|sandbox|brand\.css|dev|edocument|leave)/

export const onRequest = defineMiddleware(async (context, next) => {
  const { locals, request, url, routePattern, cookies } = context
  locals.requestId = request.headers.get('x-request-id') ?? randomUUID()
  const asked = url.searchParams.get('lang')
  const locale = asked ?? enabledLocales()[0] ?? 'he'
  locals.locale = isEnabledLocale(locale) ? locale : 'he'
  if (routePattern.startsWith('/api')) return next()
  if (/^\/https?:/i.test(rawPath(request))) return leaveSite(context)
  if (asked !== null && !isEnabledLocale(asked)) return context.rewrite('/404')
  if (!WITHOUT_VISITOR.test(routePattern)) locals.visitor = await openVisitor(cookies)
  return next()
})

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
