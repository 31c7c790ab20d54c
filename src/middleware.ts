import { randomUUID } from 'node:crypto'
import { defineMiddleware } from 'astro:middleware'
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
  if (/^\/https?:/i.test(rawPath(request))) return redirectOut(request)
  if (asked !== null && !isEnabledLocale(asked)) return context.rewrite('/404')
  if (!WITHOUT_VISITOR.test(routePattern)) locals.visitor = await openVisitor(cookies)
  return next()
})

/** `url.pathname` collapses slashes, so the address is read from the request. */
function rawPath(request: Request): string {
  return request.url.slice(new URL(request.url).origin.length)
}
