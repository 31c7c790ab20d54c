import type { OrderDocument } from '#lib/server/documents/documents.ts'
import { areaLink, donationReceiptLink } from '#lib/server/platform/http/document-link.ts'
import { ltr } from '#lib/text/isolate.ts'
import type { Translate } from '#lib/text/translate.ts'
import { inlineHtml, linkHtml, paragraph, row } from './message-parts.ts'
import type { MailWords } from './message-words.ts'

type Donated = Pick<OrderDocument, 'donationReceipts' | 'documentKey' | 'locale'>

/** A receipt of donations with its address. */
export interface ReceiptLink {
  readonly number: string
  readonly link: string
}

export function donationReceiptLinks({ donationReceipts = [], documentKey, locale }: Donated): readonly ReceiptLink[] {
  return donationReceipts.map(({ number }) => ({ number, link: donationReceiptLink(documentKey, number, locale) }))
}

/** What a mail without pictures says of donations: thanks, their receipts, what those are good for, and where they are found again. Empty without donations. */
export function donationLines(order: Donated, { t }: Pick<MailWords, 't'>): readonly string[] {
  if (!order.donationReceipts) return []
  const receipts = donationReceiptLinks(order).map(({ number, link }) => t('donation.mailReceipt', { number: ltr(number), link }))
  return [t('donation.mailThanks'), ...receipts, ...taxLines(order, t), `${t('donation.mailStays')}: ${areaLink(order.locale)}`, '']
}

/** The same as rows of a letter, whose fine print has the receipts. */
export function donationRows(order: Donated, { t }: Pick<MailWords, 't'>): readonly string[] {
  if (!order.donationReceipts) return []
  const sentences = [t('donation.mailThanks'), ...taxLines(order, t)]
  return [...sentences.map((text) => row(paragraph(text))), row(linkHtml(inlineHtml(t('donation.mailStays')), areaLink(order.locale)))]
}

/** The wording of section 46, if a receipt is one of it. */
function taxLines({ donationReceipts = [] }: Donated, t: Translate): readonly string[] {
  return donationReceipts.some(({ isRecognised }) => isRecognised) ? [t('donation.section46')] : []
}
