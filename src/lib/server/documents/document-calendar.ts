import { isGone } from '#lib/domain/orders/issued-ticket.ts'
import { createEvents, type DateTime, type EventAttributes } from 'ics'
import { addDays, dayOf } from '#lib/domain/time/days.ts'
import { formatOrderNumber } from '#lib/domain/orders/order-number.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { ltrIn } from '#lib/text/isolate.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import type { DocumentShowing, OrderDocument } from './documents.ts'
import { documentLink } from '#lib/server/platform/http/document-link.ts'
import { placesOf } from '#lib/text/place-text.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

const REMIND_HOURS = 3

/** An .ics file with one event per presentation of the order. */
export function calendarOf(order: OrderDocument, locale: Locale): string {
  const { error, value } = createEvents(order.showings.map((showing) => eventOf(order, showing, locale)))
  if (value === null) throw new Error('The calendar file could not be made.', { cause: error })
  return value
}

function eventOf(order: OrderDocument, showing: DocumentShowing, locale: Locale): EventAttributes {
  const t = textOf(locale)
  const link = documentLink(order.documentKey, locale)
  return {
    uid: `${order.reservationIdentifier}-${String(showing.presentationId)}@${new URL(settings().publicOrigin).hostname}`,
    productId: 'shura/tickets',
    calName: settings().brand.name,
    ...timesOf(showing),
    title: showing.featureName,
    location: [showing.venueName, showing.locationName, showing.address, showing.city].filter((part) => part !== '').join(', '),
    description: [
      placesOf(showing, t).join('\n'),
      t('document.calendarOrder', { id: ltrIn(locale, formatOrderNumber(order.orderNumber)) }),
      t('document.calendarTotal', { amount: ltrIn(locale, formatMoney(order.amountDue)) }),
      link,
    ].join('\n'),
    url: link,
    status: showing.tickets.some((ticket) => !isGone(ticket.state)) ? 'CONFIRMED' : 'CANCELLED',
    busyStatus: showing.isUntimed ? 'FREE' : 'BUSY',
    alarms: [
      {
        action: 'display',
        description: t('document.calendarAlarm', { feature: showing.featureName }),
        trigger: { hours: REMIND_HOURS, before: true },
      },
    ],
  }
}

/** When a showing is; one without a time of day lasts for the whole of its day. */
function timesOf({ startsAt, endsAt, isUntimed }: DocumentShowing) {
  const utc = { startInputType: 'utc', startOutputType: 'utc', endInputType: 'utc', endOutputType: 'utc' } as const
  if (!isUntimed) return { start: utcParts(startsAt), end: utcParts(endsAt), ...utc }
  const day = dayOf(startsAt)
  return { start: dateParts(day), end: dateParts(addDays(day, 1)) }
}

/** @param date YYYY-MM-DD */
function dateParts(date: string): DateTime {
  return [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8))]
}

function utcParts(instant: number): DateTime {
  const at = new Date(instant)
  return [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes()]
}
