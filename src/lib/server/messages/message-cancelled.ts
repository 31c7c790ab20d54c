import type { Agorot } from '#lib/domain/money/money.ts'
import { formatOrderNumber } from '#lib/domain/orders/order-number.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { ltrIn } from '#lib/text/isolate.ts'
import { namesOfLines } from '#lib/text/line-names.ts'
import { textOf } from '#lib/text/text.ts'
import type { Translate } from '#lib/text/translate.ts'
import { linesIn, type NamedLine } from '#lib/server/catalogue/line-words.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { besidesSeries, partsOfOrder } from '#lib/server/documents/order-series.ts'
import { areaLink } from '#lib/server/platform/http/document-link.ts'
import { factsOfOrder, type OrderFacts } from './message-facts.ts'
import { renderLetter } from './message-letter.ts'
import { fitSms } from './message-sms.ts'
import { titleOfShowings } from './html/message-words.ts'
import type { MailBody } from './messages.ts'
import { CANCELLED } from '#lib/server/orders/cancel/tell-cancelled.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/** A cancellation and its refund. */
export interface Cancelled {
  readonly order: OrderFacts
  readonly products: readonly { readonly name: string; readonly quantity: number }[]
  readonly isWhole: boolean
  readonly worth: Agorot
  /** The part that is kept. */
  readonly charge: Agorot
  readonly toPayments: Agorot
  /** Also balances of memberships, which are `toMembers` of it. */
  readonly toVouchers: Agorot
  readonly toMembers: Agorot
  readonly toCredit: Agorot
  /** How many tickets went back to the bundles that had paid them. */
  readonly toBundles: number
}

interface CancelledLine extends NamedLine {
  readonly quantity: number
}

/** undefined if the order has no such cancellation. */
export async function cancelledOf(orderId: string, kind: string): Promise<Cancelled | undefined> {
  const cancellationId = kind.slice(CANCELLED.length)
  const { rows } = await database().query<Omit<Cancelled, 'order' | 'products'> & { readonly products: readonly CancelledLine[] }>({
    name: 'cancelled-for-message',
    text: `SELECT is_whole AS "isWhole", worth, charge, to_payments AS "toPayments", to_vouchers AS "toVouchers", returned_to_members(c) AS "toMembers", to_credit AS "toCredit",
             (SELECT count(s.bundle_id)::int FROM order_seat s WHERE s.cancellation_id = c.cancellation_id) AS "toBundles",
             coalesce((SELECT jsonb_agg(jsonb_build_object('kind', 'product', 'id', p.product_id, 'name', p.name, 'quantity', p.quantity) ORDER BY p.product_id)
               FROM order_product p WHERE p.order_id = c.order_id AND p.cancellation_id = c.cancellation_id), '[]')
               || coalesce((SELECT jsonb_agg(jsonb_build_object('kind', i.kind, 'id', i.subject_id, 'priceId', i.price_id, 'name', i.name, 'quantity', i.quantity) ORDER BY i.kind, i.line)
               FROM order_item i WHERE i.cancellation_id = c.cancellation_id), '[]') AS products
           FROM cancellation c WHERE c.order_id = $1 AND c.cancellation_id = $2`,
    values: [orderId, cancellationId],
  })
  const [row] = rows
  const order = row && (await factsOfOrder(orderId, cancellationId))
  if (!order) return undefined
  const products = await linesIn(order.locale, row.products)
  return { ...row, order, products: products.map(({ name, quantity }) => ({ name, quantity })) }
}

export function renderCancelledMail(cancelled: Cancelled): MailBody {
  const { order, isWhole, products } = cancelled
  const { locale, firstName, showings, orderNumber, site } = order
  const { series, others } = partsOfOrder(showings)
  const t = textOf(locale)
  const title = titleOfShowings(showings, t)
  const part = isWhole ? 'whole' : 'part'
  return renderLetter({
    locale,
    subject: title
      ? t(`messages.cancelSubject_${part}`, { feature: title.feature, date: title.date })
      : t(`messages.cancelOrderSubject_${part}`, { names: namesOfLines(products) }),
    greeting: firstName === '' ? t(`messages.cancelDone_${part}`) : t(`messages.cancelGreeting_${part}`, { name: firstName }),
    showings: others,
    series,
    sentences: sentencesOf(cancelled, t),
    facts: [
      ...besidesSeries(products, series).map(({ name, quantity }) => [name, `× ${String(quantity)}`] as const),
      ...amountsOf(cancelled, t),
      [t('messages.order'), formatOrderNumber(orderNumber)],
    ],
    site,
    ...(cancelled.toCredit > 0 || !isWhole ? { link: { label: t('messages.areaButton'), address: areaLink(locale) } } : {}),
  })
}

function sentencesOf(cancelled: Cancelled, t: Translate): readonly string[] {
  const ofBundles = bundleTicketsText(cancelled, t)
  if (cancelled.worth === 0) return [ofBundles || t('messages.cancelNothing')]
  const sentences = [
    cancelled.toPayments > 0 && t('messages.cancelToPayments'),
    cancelled.toVouchers > cancelled.toMembers && t('messages.cancelToVouchers'),
    cancelled.toMembers > 0 && t('messages.cancelToMembers'),
    cancelled.toCredit > 0 && t('messages.cancelToCredit'),
    cancelled.charge === cancelled.worth && t('messages.cancelKept'),
    ofBundles,
  ]
  return sentences.filter((sentence) => sentence !== false)
}

/** That tickets went back to their bundles; false if none did. */
function bundleTicketsText({ toBundles }: Cancelled, t: Translate): string | false {
  return toBundles > 0 && t('messages.cancelBundleTickets', { count: toBundles })
}

function amountsOf(cancelled: Cancelled, t: Translate): readonly (readonly [string, string])[] {
  const { worth, charge, toPayments, toVouchers, toMembers, toCredit } = cancelled
  const amounts: readonly (readonly [string, Agorot])[] = [
    ['cancelWorth', worth],
    ['cancelCharge', charge],
    ['cancelBackToPayments', toPayments],
    ['cancelBackToVouchers', toVouchers - toMembers],
    ['cancelBackToMembers', toMembers],
    ['cancelBackAsCredit', toCredit],
  ]
  return amounts.filter(([, amount]) => amount > 0).map(([key, amount]) => [t(`messages.${key}`), formatMoney(amount)])
}

export function renderCancelledSms(cancelled: Cancelled): string {
  const { order, isWhole } = cancelled
  const t = textOf(order.locale)
  const title = titleOfShowings(order.showings, t)
  const fate = fateOf(cancelled, t)
  const brand = settings().brand.name
  const number = ltrIn(order.locale, formatOrderNumber(order.orderNumber))
  const done = t(`messages.cancelSms_${isWhole ? 'whole' : 'part'}`, { number })
  if (!title) return fitSms(namesOfLines(cancelled.products), (names) => `${brand}: ${names}. ${done} ${fate}`)
  return fitSms(title.feature, (feature) => `${brand}: ${feature}, ${title.when}. ${done} ${fate}`)
}

/** Sentences on refunds and new vouchers, each with its own amount. */
function fateOf(cancelled: Cancelled, t: Translate): string {
  const { order, worth, charge, toPayments, toVouchers, toCredit } = cancelled
  const ofBundles = bundleTicketsText(cancelled, t)
  if (worth === 0) return ofBundles || t('messages.cancelNothing')
  if (worth === charge) return [t('messages.cancelKept'), ofBundles].filter((sentence) => sentence !== false).join(' ')
  const back = toPayments + toVouchers
  const sentences = [
    back > 0 && t('messages.cancelSmsBack', { amount: formatMoney(back) }),
    toCredit > 0 && t('messages.cancelSmsCredit', { amount: formatMoney(toCredit), link: areaLink(order.locale) }),
    ofBundles,
  ]
  return sentences.filter((sentence) => sentence !== false).join(' ')
}
