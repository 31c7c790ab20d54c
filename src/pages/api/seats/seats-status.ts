import { getSeatsStatus } from '#lib/contract/show/seats.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { exchangeTermsFor } from '#lib/server/orders/changes/terms/ticket-change-offer.ts'
import { producerOfSeats } from '#lib/server/orders/cart/producer-domain.ts'
import { showCaptcha } from '#lib/server/providers/captcha/captcha.ts'
import { boardFor } from '#lib/server/seats/board/seat-board.ts'
import { statusAnswer } from '#lib/server/seats/board/seat-status-answer.ts'
import { siteForCall } from '#lib/server/entitlements/mini-site/site-offer.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'

export const GET = serve(
  getSeatsStatus,
  async ({ query, request, visitor, holder, key, context }) => {
    if (!key && !(await showCaptcha(query.recaptchaToken, 'seats', holder))) return refuse('invalid_captcha')
    const asking = visitor?.uuid
    const site = await siteForCall(query.miniSiteUrl, asking)
    if (!site.ok) return site
    if (query.miniSiteUrl && site.value?.site.presentationIds.includes(query.presentationId) !== true) return refuse('NOT_FOUND')
    const from = await catalogue()
    const sold = from.presentations.get(query.presentationId)
    if (!sold) return refuse('NOT_FOUND')
    if (query.venueTypeId !== undefined && query.venueTypeId !== from.venues.get(sold.venueId)?.venueTypeId) return refuse('NOT_FOUND')
    const exchange = await exchangeTermsFor(from, asking, query.modifySeats)
    if (exchange?.mayBeHad(sold) === false) return refuse('NOT_POSSIBLE_TO_CHANGE_DATE_FOR_EVENT')
    const board = await boardFor(query.presentationId, asking)
    if (!board) return refuse('NOT_FOUND')
    const producer = await producerOfSeats(context.cookies, [query.presentationId], query.domain)
    return accept(await statusAnswer(request, board, { ...query, uuid: asking, producer }))
  },
  'status',
)
export const ALL = onlyMethods('GET')
