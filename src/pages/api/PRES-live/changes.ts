import { salesChanges } from '#lib/contract/staff/live-sales.ts'
import { onlyMethods, serve, staffOfCall } from '#lib/server/calls/serve.ts'
import { readScreenQuery } from '#lib/server/sales/screens/screen-query.ts'
import { watchScreen } from '#lib/server/sales/stream/open-screens.ts'

export const GET = serve(salesChanges, (asked) => {
  const { screen, asked: fields = '', since } = asked.query
  const watched = { name: screen, member: staffOfCall(asked), query: readScreenQuery(new URLSearchParams(fields)), locale: asked.locale }
  const { request, context } = asked
  return watchScreen(watched, { cookies: context.cookies, since: request.headers.get('last-event-id') ?? since, gone: request.signal })
})
export const ALL = onlyMethods('GET')
