import { storeCart } from '#lib/contract/orders.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { toShekels } from '#lib/domain/money.ts'
import { carriesCardData } from '#lib/server/card-data.ts'
import { storeCartOf } from '#lib/server/carts.ts'
import { onlyMethods, serve, writer } from '#lib/server/serve.ts'
import { textOf } from '#lib/text/text.ts'

export const POST = serve(storeCart, async (asked) => {
  const { uuid } = writer(asked)
  if (asked.body.uuid !== undefined && asked.body.uuid.toLowerCase() !== uuid) return refuse('UUID_MISMATCH')
  if (carriesCardData(asked.body.cart)) return refuse('CARD_DATA_REFUSED')
  const stored = await storeCartOf(uuid, asked.body.cart)
  if (!stored.ok) return stored
  const { serviceCharge, totals } = stored.value
  return accept({
    success: true,
    totals: {
      seatsPrice: toShekels(totals.seatsPrice),
      productsPrice: toShekels(totals.productsPrice),
      globalServiceCharge: toShekels(totals.globalServiceCharge),
      globalServiceChargeName: serviceCharge ? (serviceCharge.name ?? textOf(asked.locale)('common.handlingFee')) : '',
      balanceDue: toShekels(totals.balanceDue),
    },
  })
})
export const ALL = onlyMethods('POST')
