import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import { UNTIMED_FEATURE_TYPE } from '#lib/domain/catalogue/catalogue.ts'
import { formatShortDate, formatTime, formatWeekday } from '#lib/text/format-date.ts'
import type { Locale } from '#lib/text/locales.ts'

/** What the order's black head says of a presentation: its name, and day, time and place in one line. */
export function eventLine(presentation: PresentationAnswer, locale: Locale): { readonly name: string; readonly facts: string } {
  const at = Date.parse(presentation.dateTime)
  const time = presentation.featureTypeId === UNTIMED_FEATURE_TYPE ? [] : [formatTime(at)]
  const { locationName, city } = presentation
  const place = city === '' || locationName.includes(city) ? locationName : `${locationName}, ${city}`
  return { name: presentation.featureName, facts: [`${formatWeekday(at, locale)} ${formatShortDate(at)}`, ...time, place].join(' · ') }
}
