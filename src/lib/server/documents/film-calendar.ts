import { createEvents, type DateTime } from 'ics'
import { settings } from '#lib/server/platform/config/settings.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'

/** A stream as it stands in a calendar. */
export interface CalendarFilm {
  readonly vodId: number
  readonly name: string
  /** ms since 1970 */
  readonly startsAt: number
  /** 0 if it is not known. */
  readonly seconds: number
}

const USUAL_SECONDS = 2 * 3600

/** An .ics file of a live stream, with the address where it is watched. */
export function filmCalendar({ vodId, name, startsAt, seconds }: CalendarFilm, locale: Locale): string {
  const link = `${settings().publicOrigin}/vod/${String(vodId)}`
  const { error, value } = createEvents([
    {
      uid: `film-${String(vodId)}@${new URL(settings().publicOrigin).hostname}`,
      productId: 'shura/tickets',
      calName: settings().brand.name,
      start: utcParts(startsAt),
      startInputType: 'utc',
      startOutputType: 'utc',
      end: utcParts(startsAt + (seconds || USUAL_SECONDS) * 1000),
      endInputType: 'utc',
      endOutputType: 'utc',
      title: name,
      location: textOf(locale)('vod.live'),
      description: link,
      url: link,
      busyStatus: 'BUSY',
      alarms: [{ action: 'display', description: name, trigger: { minutes: 15, before: true } }],
    },
  ])
  if (value === null) throw new Error('The calendar file could not be made.', { cause: error })
  return value
}

function utcParts(instant: number): DateTime {
  const at = new Date(instant)
  return [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes()]
}
