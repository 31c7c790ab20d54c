import { commitOrder } from '#lib/contract/order/orders.ts'
import { refuse } from '#lib/domain/result.ts'
import { enterForCall } from '#lib/server/entitlements/mini-site/site-offer.ts'
import { producerOf, namesCustomer } from '#lib/server/orders/cart/producer.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha/captcha.ts'
import { holderOf, onlyMethods, serve } from '#lib/server/calls/serve.ts'

export const POST = serve(
  commitOrder,
  async (asked) => {
    const holder = holderOf(asked)
    if (!(await verifyCaptcha(asked.body.recaptchaToken, 'payment', holder))) return refuse('invalid_captcha')
    const presentationIds = asked.body.cart.seats.map(({ ticket }) => ticket.prsntId)
    const site = await enterForCall(asked.body.miniSiteUrl, holder.uuid, presentationIds)
    if (!site.ok) return site
    const producer = namesCustomer(asked.body.cart) ? await producerOf(asked) : undefined
    return commit(holder.uuid, { cart: asked.body.cart, caller: asked.source.caller, producer }, asked.locale)
  },
  'payment',
)
export const ALL = onlyMethods('POST')
