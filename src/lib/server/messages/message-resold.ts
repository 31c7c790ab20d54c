import type { Agorot } from '#lib/domain/money/money.ts'
import { formatOrderNumber } from '#lib/domain/orders/order-number.ts'
import { formatShortDate } from '#lib/text/format-date.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { textOf } from '#lib/text/text.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { areaLink } from '#lib/server/platform/http/document-link.ts'
import { RESOLD } from '#lib/server/sold/seat/resale-settle.ts'
import { factsOfOrder, momentOf, type OrderFacts } from './message-facts.ts'
import { renderLetter } from './message-letter.ts'
import { fitSms } from './message-sms.ts'
import type { MailBody } from './messages.ts'

/** An evening that its subscriber gave back and that was sold on, with what is credited. */
export interface Resold {
  readonly order: OrderFacts
  readonly credit: Agorot
}

/** undefined if the order has no such resale, or it is not sold. */
export async function resoldOf(orderId: string, kind: string): Promise<Resold | undefined> {
  const { rows } = await database().query<{ line: number; credit: number }>({
    name: 'resold-for-message',
    text: `SELECT line, credit FROM resale WHERE order_id = $1 AND resale_id::text = $2 AND state = 'sold'`,
    values: [orderId, kind.slice(RESOLD.length)],
  })
  const [sold] = rows
  const order = sold && (await factsOfOrder(orderId, null, sold.line))
  return order && { order, credit: sold.credit }
}

export function renderResoldMail({ order, credit }: Resold): MailBody {
  const { locale, firstName, orderNumber, showings, site } = order
  const [showing] = showings
  const t = textOf(locale)
  return renderLetter({
    locale,
    subject: t('resale.subject', { feature: showing?.featureName ?? '', date: formatShortDate(showing?.startsAt ?? 0) }),
    greeting: firstName === '' ? t('resale.greetingPlain') : t('resale.greeting', { name: firstName }),
    showings,
    sentences: [t('resale.ticketVoid'), ...(credit > 0 ? [t('resale.creditWaits')] : [])],
    facts: [
      ...(credit > 0 ? [[t('resale.creditLine'), formatMoney(credit)] as const] : []),
      [t('messages.order'), formatOrderNumber(orderNumber)],
    ],
    link: { label: t('messages.areaButton'), address: areaLink(locale) },
    site,
  })
}

export function renderResoldSms({ order: { locale, showings }, credit }: Resold): string {
  const [showing] = showings
  const values = {
    brand: settings().brand.name,
    when: showing ? momentOf(showing) : '',
    amount: formatMoney(credit),
    link: areaLink(locale),
  }
  const key = credit > 0 ? 'sms' : 'smsPlain'
  return fitSms(showing?.featureName ?? '', (feature) => textOf(locale)(`resale.${key}`, { ...values, feature }))
}
