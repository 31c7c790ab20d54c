import { getReservation } from '#lib/contract/order/orders.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { reservationOf } from '#lib/server/orders/read/reservations.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'

export const GET = serve(getReservation, async ({ params, query, visitor, locale }) => {
  const isOther = query.uuid !== undefined && query.uuid.toLowerCase() !== visitor?.uuid
  const found = visitor && !isOther ? await reservationOf(params.resId, visitor, locale) : undefined
  if (!found) return refuse('NOT_FOUND')
  const { firstName: _ours, ...reservation } = found
  return accept({ reservation })
})
export const ALL = onlyMethods('GET')
