import { settings } from '#lib/server/platform/config/settings.ts'
import { ltr } from '#lib/text/isolate.ts'
import { directionOf, type Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { drawFacts } from './document-pdf.ts'
import { drawCode, drawHeader, drawPerforation, PAGE, type Sheet } from './document-pdf-parts.ts'
import type { MemberCardFacts } from '../member-card.ts'
import { factsOfCard } from '../member-words.ts'
import { openPdf } from './pdf-file.ts'
import { drawText, type TextStyle } from './pdf-text.ts'

const QUIET: TextStyle = { face: 'regular', size: 9, color: '#665E72' }

/** A membership's card to print: one page with its facts and its code, and no balance, which changes. */
export async function memberPdf(card: MemberCardFacts, locale: Locale): Promise<Buffer> {
  const t = textOf(locale)
  const { doc, whole } = openPdf(`${t('membership.memberCard')}: ${card.name}`, locale, PAGE)
  doc.addPage()
  const sheet: Sheet = { doc, direction: directionOf(locale) }
  const { brand, boxOfficePhone } = settings()
  const afterHeader = drawHeader(sheet, { brand: brand.name, count: '', title: card.name, place: t('membership.memberCard') })
  const afterFacts = drawFacts(sheet, factsOfCard(card, t), afterHeader + 26)
  drawPerforation(sheet, afterFacts)
  const box = { x: PAGE.margin, width: PAGE.width - 2 * PAGE.margin, align: 'center', direction: sheet.direction } as const
  drawText(doc, { text: t('membership.showAtDoor'), style: QUIET }, { ...box, y: drawCode(sheet, card.code, afterFacts + 22) + 18 })
  drawText(doc, { text: t('document.footer', { phone: ltr(boxOfficePhone) }), style: QUIET }, { ...box, y: PAGE.height - 24 })
  doc.end()
  return whole
}
