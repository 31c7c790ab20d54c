import { bestAvailable } from '#lib/contract/show/best-available.ts'
import { refuse } from '#lib/domain/result.ts'
import { enterForCall } from '#lib/server/entitlements/mini-site/site-offer.ts'
import { producerOfSeats } from '#lib/server/orders/cart/producer-domain.ts'
import { findBest } from '#lib/server/seats/best/best-available.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha/captcha.ts'
import { holderOf, onlyMethods, serve } from '#lib/server/calls/serve.ts'

/** A GET with side effects: `serve` demands the uuid header and refuses other sites, and opening it as a page locks nothing. */
export const GET = serve(
  bestAvailable,
  async (asked) => {
    const holder = holderOf(asked)
    if (!(await verifyCaptcha(asked.query.recaptchaToken, 'seats', holder))) return refuse('invalid_captcha')
    const isNavigation = asked.request.headers.get('sec-fetch-mode') === 'navigate'
    const { presentationId } = asked.query
    const site = await enterForCall(asked.query.miniSiteUrl, holder.uuid, presentationId === undefined ? [] : [presentationId])
    if (!site.ok) return site
    const inSite = site.value && { presentationIds: site.value.site.presentationIds, isOnly: Boolean(asked.query.miniSiteUrl) }
    const producer = presentationId === undefined ? undefined : await producerOfSeats(asked.context.cookies, [presentationId])
    return findBest({ ...asked.query, ...(isNavigation && { isLock: false }), producer, inSite, locale: asked.locale }, holder)
  },
  'best',
)
export const ALL = onlyMethods('GET')
