import type { BoughtLine } from '#lib/server/ticket-change-rows.ts'
import type { Translate } from '#lib/text/translate.ts'

/** "אולם מרכז · שורה 7 · מושב 14", or the section alone in general admission. */
export function seatText({ sectionName, rowName, seatName }: BoughtLine, t: Translate): string {
  if (seatName === null) return sectionName
  return [sectionName, t('document.row', { row: rowName ?? '' }), t('document.seat', { seat: seatName })].join(' · ')
}
