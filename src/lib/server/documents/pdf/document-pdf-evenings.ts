import { formatLongDate, formatTime } from '#lib/text/format-date.ts'
import type { Locale } from '#lib/text/locales.ts'
import { placesOf } from '#lib/text/place-text.ts'
import type { Translate } from '#lib/text/translate.ts'
import { drawHeader, PAGE, type Sheet } from './document-pdf-parts.ts'
import type { DocumentShowing } from '../documents.ts'
import { commonOf, countText, type Evenings } from '../order-series.ts'
import { drawText, wrapText, type TextStyle } from './pdf-text.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

const INK = '#15111B'
const QUIET: TextStyle = { face: 'regular', size: 9, color: '#665E72' }
const WHEN: TextStyle = { face: 'bold', size: 11, color: INK }
const WHAT: TextStyle = { face: 'regular', size: 10, color: INK }
const LEADING = 15
const WIDTH = PAGE.width - 2 * PAGE.margin
/** Evenings below it stand on another page. */
const BOTTOM = PAGE.height - 48

interface Wording {
  readonly t: Translate
  readonly locale: Locale
}

/** Pages before the tickets of a series or season: its name, its place and seat once, and all its dates. */
export function drawEvenings(sheet: Sheet, series: Evenings<DocumentShowing>, { t, locale }: Wording): void {
  const { showings } = series
  const places = showings.map(({ venueName, locationName, city }) =>
    [venueName, locationName, city].filter((part) => part !== '').join(', '),
  )
  const seats = showings.map((showing) => placesOf(showing, t).join(', '))
  const [place, seat] = [commonOf(places), commonOf(seats)]
  const turnPage = () => {
    sheet.doc.addPage()
    return drawHeader(sheet, { brand: settings().brand.name, count: countText(series, t), title: series.name, place }) + 26
  }
  const box = { x: PAGE.margin, width: WIDTH, align: 'start', direction: sheet.direction } as const
  let y = drawText(sheet.doc, { text: seat, style: WHEN }, { ...box, y: turnPage(), leading: LEADING }) + 30
  for (const [index, showing] of showings.entries()) {
    const time = showing.isUntimed ? t('document.untimed') : formatTime(showing.startsAt)
    const said = [showing.featureName, places[index] === place ? '' : places[index], seats[index] === seat ? '' : seats[index]]
    const what = said.filter((part) => part !== undefined && part !== '').join(' · ')
    const height = LEADING * (1 + wrapText(sheet.doc, { text: what, style: WHAT }, WIDTH).length)
    if (y + height > BOTTOM) y = turnPage()
    const above = drawText(sheet.doc, { text: `${formatLongDate(showing.startsAt, locale)} · ${time}`, style: WHEN }, { ...box, y })
    y = drawText(sheet.doc, { text: what, style: WHAT }, { ...box, y: above + LEADING, leading: LEADING }) + LEADING + 8
  }
  drawText(sheet.doc, { text: t('document.eveningsFollow'), style: QUIET }, { ...box, align: 'center', y: PAGE.height - 24 })
}
