import { COVER, COVERS } from '#lib/domain/gifts/covers.ts'
import type { OpenedGift } from '#lib/server/gifts/opened-gift.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { ltr } from '#lib/text/isolate.ts'
import { directionOf, type Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { nameBesideWorth, worthText } from '#lib/text/worth-text.ts'
import { drawCode, drawPerforation, PAGE, type Sheet } from './document-pdf-parts.ts'
import { openPdf } from './pdf-file.ts'
import { drawText, type TextStyle } from './pdf-text.ts'
import { fullDate } from '../receipt-words.ts'

const INK = '#15111B'
const TO: TextStyle = { face: 'display', size: 18, color: INK }
const TEXT: TextStyle = { face: 'regular', size: 12, color: INK }
const AMOUNT: TextStyle = { face: 'display', size: 30, color: INK }
const STRONG: TextStyle = { face: 'bold', size: 12, color: INK }
const QUIET: TextStyle = { face: 'regular', size: 9, color: '#665E72' }

/** A gift as a card to print: one page with its picture, greeting, number and code; no price that was paid. */
export async function giftPdf(gift: OpenedGift, locale: Locale): Promise<Buffer> {
  const t = textOf(locale)
  const { doc, whole } = openPdf(t('voucher.openTitle'), locale, PAGE)
  doc.addPage()
  const sheet: Sheet = { doc, direction: directionOf(locale) }
  drawCover(sheet, gift)
  const box = { x: PAGE.margin, width: PAGE.width - 2 * PAGE.margin, align: 'start', direction: sheet.direction } as const
  // Its lines are as long as the paper is wide.
  const greeting = { text: gift.greeting.replace(/\s+/g, ' '), style: TEXT }
  const afterTo = drawText(doc, { text: t('voucher.giftDear', { to: gift.to }), style: TO }, { ...box, y: 216, most: 1 })
  const afterGreeting = drawText(doc, greeting, { ...box, y: afterTo + 20, leading: 16, most: 3 })
  const afterFrom = drawText(doc, { text: gift.from, style: QUIET }, { ...box, y: afterGreeting + 18, most: 1 })
  drawPerforation(sheet, afterFrom + 20)
  const left = { amount: gift.balance, isTickets: gift.isTickets }
  const afterAmount = drawText(doc, { text: worthText(left, t), style: AMOUNT }, { ...box, y: afterFrom + 58 })
  drawText(doc, { text: nameBesideWorth(gift.name, left), style: STRONG }, { ...box, y: afterAmount + 20, most: 1 })
  const centred = { ...box, align: 'center' } as const
  const afterCode = drawCode(sheet, gift.reference ?? '', afterAmount + 26)
  drawText(doc, { text: gift.reference ?? '', style: STRONG }, { ...centred, y: afterCode + 14, direction: 'ltr' })
  if (gift.endsAt !== null)
    drawText(
      doc,
      { text: t('voucher.validUntil', { until: ltr(fullDate(gift.endsAt - 1)) }), style: QUIET },
      { ...centred, y: afterCode + 28 },
    )
  drawText(
    doc,
    { text: t('document.footer', { phone: ltr(settings().boxOfficePhone) }), style: QUIET },
    { ...centred, y: PAGE.height - 16 },
  )
  doc.end()
  return whole
}

/** Points of the picture's height; what is wider than its strip is cut off. */
const STRIP = 184

function drawCover({ doc }: Sheet, { picture }: OpenedGift): void {
  const scale = PAGE.width / COVER.width
  doc
    .save()
    .rect(0, 0, PAGE.width, STRIP)
    .clip()
    .translate(0, -(COVER.height * scale - STRIP) / 2)
    .scale(scale)
  for (const { d, fill, stroke, width = 1, opacity = 1 } of COVERS[picture]) {
    doc.path(d).opacity(opacity)
    if (fill !== undefined && stroke !== undefined) doc.lineWidth(width).fillAndStroke(fill, stroke)
    else if (fill !== undefined) doc.fill(fill)
    else doc.lineWidth(width).stroke(stroke)
  }
  doc.restore()
}
