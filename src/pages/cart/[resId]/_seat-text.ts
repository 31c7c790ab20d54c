import { rowText } from '#lib/text/row-text.ts'
import type { BoughtLine } from '#lib/server/orders/changes/terms/ticket-change-rows.ts'
import type { ChangePage } from '#lib/server/orders/changes/ticket-change-page.ts'
import { whenOf } from '#lib/server/orders/changes/ticket-change-shown.ts'
import type { Locale } from '#lib/text/locales.ts'
import { seatsText } from '#lib/text/place-text.ts'
import type { Translate } from '#lib/text/translate.ts'

/** "אולם מרכז · שורה 7 · מושב 14", or only the section in general admission. */
export function seatText({ sectionName, rowName, seatName }: BoughtLine, t: Translate): string {
  if (seatName === null) return sectionName
  return [sectionName, rowText(t, 'document', rowName ?? ''), seatsText(seatName, t)].join(' · ')
}

/** "המלט, יום ג׳ 24.11, 20:30" for a ticket in an order of several showings; null if there is only one. */
export function showingText({ presentationId }: BoughtLine, bought: ChangePage['bought'], locale: Locale): string | null {
  const showing = bought.size > 1 ? bought.get(presentationId) : undefined
  return showing ? `${showing.featureName}, ${whenOf([showing.startsAt], locale)}` : null
}
