import { presentationSales } from '#lib/contract/staff/live-sales.ts'
import { accept } from '#lib/domain/result.ts'
import { onlyMethods, serve, staffOfCall } from '#lib/server/calls/serve.ts'
import { writtenJson } from '#lib/server/platform/http/answers/answers.ts'
import { monitorJson } from '#lib/server/sales/live/monitors.ts'

export const GET = serve(presentationSales, async (asked) => {
  const written = await monitorJson(staffOfCall(asked), asked.query)
  return written.ok ? accept(writtenJson(written.value)) : written
})
export const ALL = onlyMethods('GET')
