import type { IconName } from '#layouts/parts/icons.ts'
import type { CustomerReservation } from '#lib/contract/area/customers.ts'
import { datePartsOf, formatShortDate, formatTime, formatWeekday } from '#lib/text/format-date.ts'
import { ltr } from '#lib/text/isolate.ts'
import type { Locale } from '#lib/text/locales.ts'
import type { Translate } from '#lib/text/translate.ts'

/** The state of a reservation on its card. */
export type Standing = 'unpaid' | 'paying' | 'paid' | 'free' | 'past' | 'failed' | 'cancelled'

export interface Badge {
  readonly kind: 'ok' | 'warn' | 'info' | undefined
  readonly icon: IconName | undefined
}

const CANCELLED = 3

export function standingOf({ ResStateId, state, isUpcoming, amount }: CustomerReservation): Standing {
  if (state === 'failed') return 'failed'
  if (ResStateId === CANCELLED) return 'cancelled'
  if (state === 'paying') return 'paying'
  if (state === 'unpaid') return 'unpaid'
  if (!isUpcoming) return 'past'
  return amount === 0 ? 'free' : 'paid'
}

/** Whether there is a ticket to show at the door. */
export function hasTicket(reservation: CustomerReservation): boolean {
  return reservation.tickets > 0 && reservation.documentKey !== null && ['paid', 'free'].includes(standingOf(reservation))
}

const BADGES: Readonly<Record<Standing, Badge>> = {
  unpaid: { kind: 'warn', icon: 'clock' },
  paying: { kind: 'info', icon: 'clock' },
  paid: { kind: 'ok', icon: 'check' },
  free: { kind: 'ok', icon: 'check' },
  past: { kind: undefined, icon: 'check' },
  failed: { kind: undefined, icon: 'info' },
  cancelled: { kind: undefined, icon: undefined },
}

export function badgeOf(standing: Standing): Badge {
  return BADGES[standing]
}

/** 24.11, with the year if it is not the current one. @param now ms since 1970 */
export function dateOf(instant: number, now: number): string {
  const short = formatShortDate(instant)
  const { year } = datePartsOf(instant)
  return year === datePartsOf(now).year ? short : `${short}.${String(year)}`
}

/** 30.6.2027 */
export function fullDateOf(instant: number): string {
  return `${formatShortDate(instant)}.${String(datePartsOf(instant).year)}`
}

/** "האנגר 9, תל אביב": a location with its city, without repeating it. */
export function placeOf({ locationName, city }: Pick<CustomerReservation, 'locationName' | 'city'>): string {
  return city === '' || locationName.includes(city) ? locationName : `${locationName}, ${city}`
}

/** "יום שלישי 24.11" */
export function dayOf(instant: number, locale: Locale): string {
  return formatWeekday(instant, locale)
}

/** The payment deadline of an unpaid hold at the box office; names the day if it is not the show's. */
export function deadlineText({ payUntil, StartDateTime }: CustomerReservation, t: Translate, now: number): string {
  if (payUntil === null) return ''
  const [until, start] = [Date.parse(payUntil), Date.parse(StartDateTime)]
  const time = ltr(formatTime(until))
  return datePartsOf(until).date === datePartsOf(start).date
    ? t('area.payUntilSameDay', { time })
    : t('area.payUntil', { date: ltr(dateOf(until, now)), time })
}
