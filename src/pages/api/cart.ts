import { storeCart } from '#lib/contract/order/orders.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { carriesCardData } from '#lib/server/platform/http/card-data.ts'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'
import { totalsAnswer } from '#lib/server/orders/cart/totals-answer.ts'

export const POST = serve(storeCart, async (asked) => {
  const { uuid } = writer(asked)
  if (asked.body.uuid !== undefined && asked.body.uuid.toLowerCase() !== uuid) return refuse('UUID_MISMATCH')
  if (carriesCardData(asked.body.cart)) return refuse('CARD_DATA_REFUSED')
  const stored = await storeCartOf(uuid, asked.body.cart)
  if (!stored.ok) return stored
  return accept({ success: true, totals: totalsAnswer(stored.value, asked.locale) })
})
export const ALL = onlyMethods('POST')
