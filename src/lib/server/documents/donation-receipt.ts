import { formatOrderNumber } from '#lib/domain/orders/order-number.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { donationReceiptsOf, type DonationReceipt } from '#lib/server/sold/donation/donation-receipts.ts'
import { formatTime } from '#lib/text/format-date.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { ltr } from '#lib/text/isolate.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import type { Translate } from '#lib/text/translate.ts'
import { fullDate, type ReceiptSheet } from './receipt-words.ts'

/** The donation receipts of a document; its key is the only proof. @param locale of the names of what was given for; the recipient stays as registered */
export function donationReceipts(documentKey: string, locale: Locale = DEFAULT_LOCALE): Promise<readonly DonationReceipt[]> {
  return donationReceiptsOf(database(), documentKey, locale)
}

/** undefined if the document has no donation receipt with that number. @param number as in the address */
export async function donationReceiptOf(documentKey: string, number: string, locale: Locale): Promise<DonationReceipt | undefined> {
  return (await donationReceipts(documentKey, locale)).find((one) => one.number === number)
}

/** The path of a receipt's page. */
export function donationReceiptPath(documentKey: string, { number }: Pick<DonationReceipt, 'number'>): string {
  return `/edocument/${documentKey}/donation/${number}`
}

/** Label and value of each fact, as the confirmation and the receipt say it. @param ssn how the ID number is shown */
export function donationFacts(
  receipt: DonationReceipt,
  t: Translate,
  ssn: (full: string) => string,
): readonly (readonly [string, string])[] {
  const { number, amount, donorName, donorSsn, recipient, recipientNumber, at, lines } = receipt
  const dedications = [...new Set(lines.map(({ dedication }) => dedication))].filter((text) => text !== '')
  return [
    [t('donation.number'), ltr(number)],
    [t('donation.amount'), ltr(formatMoney(amount))],
    [t('donation.onName'), donorName],
    ...(donorSsn === null ? [] : [[t('donation.idNumber'), ltr(ssn(donorSsn))] as const]),
    [t('donation.receivedBy'), `${recipient}, ${ltr(recipientNumber)}`],
    [t('donation.date'), ltr(`${fullDate(at)} ${formatTime(at)}`)],
    ...dedications.map((text) => [t('donation.dedicated'), text] as const),
  ]
}

/** What stands on the receipt, with the wording of section 46 or of a plain one. @param orderNumber as it is stored */
export function donationSheet(receipt: DonationReceipt, orderNumber: string, t: Translate): ReceiptSheet {
  const { number, recipient, recipientNumber, lines, amount, isRecognised, isCancelled } = receipt
  const wording = t(isRecognised ? 'donation.section46' : 'donation.plainNote')
  return {
    title: t('donation.receiptName', { number: ltr(number) }),
    seller: recipient,
    sellerNumber: t('donation.recipientNumber', { number: ltr(recipientNumber) }),
    facts: [...donationFacts(receipt, t, (full) => full), [t('donation.order'), ltr(formatOrderNumber(orderNumber))]],
    lines: lines.map((line) => ({ text: line.name, quantity: line.quantity, amount: line.amount })),
    totalLabel: t('document.receiptTotal'),
    amount,
    notes: isCancelled ? [wording, t('donation.receiptCancelled')] : [wording],
  }
}
