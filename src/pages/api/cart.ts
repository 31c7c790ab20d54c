import { storeCart } from '#lib/contract/order/orders.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { carriesCardData } from '#lib/server/platform/http/card-data.ts'
import { enterForCall } from '#lib/server/entitlements/mini-site/site-offer.ts'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'
import { totalsAnswer } from '#lib/server/orders/cart/totals-answer.ts'

export const POST = serve(storeCart, async (asked) => {
  const { uuid } = writer(asked)
  if (asked.body.uuid !== undefined && asked.body.uuid.toLowerCase() !== uuid) return refuse('UUID_MISMATCH')
  if (carriesCardData(asked.body.cart)) return refuse('CARD_DATA_REFUSED')
  const { cart } = asked.body
  const ids = (cart.presentations ?? []).map(({ id }) => id)
  const entered = await enterForCall(cart.miniSiteUrl, uuid, ids)
  if (!entered.ok) return entered
  const site = entered.value?.site
  const isOfSite = site && (cart.miniSiteUrl || ids.some((id) => site.presentationIds.includes(id)))
  const stored = await storeCartOf(uuid, { ...cart, ...(isOfSite && { miniSiteUrl: site.url }) })
  if (!stored.ok) return stored
  return accept({ success: true, totals: totalsAnswer(stored.value, asked.locale) })
})
export const ALL = onlyMethods('POST')
