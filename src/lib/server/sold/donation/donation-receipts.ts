import { countOfGift } from '#lib/domain/catalogue/donations.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { linesIn } from '#lib/server/catalogue/line-words.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { decryptText } from '#lib/server/platform/secrets/secrets.ts'

/**
 * Gives the donations of a paid order their receipts: one for each recipient, numbered by recipient and year (Asia/Jerusalem). The number is drawn from a row that
 * stays locked until the settlement commits, so a rollback gives it to the next; rows are locked in the order of their names.
 */
export async function giveDonationReceipts(client: Queryable, orderId: string): Promise<void> {
  await client.query({
    name: 'give-donation-receipts',
    text: `WITH given AS (
             SELECT i.line, i.quantity * i.unit_price AS amount, d.business_id, d.is_recognised, d.recipient, d.recipient_number,
               d.recipient_number || '-' || to_char(now() AT TIME ZONE 'Asia/Jerusalem', 'YYYY') AS series
             FROM order_item i JOIN donation d ON d.donation_id = i.subject_id WHERE i.order_id = $1 AND i.kind = 'donation'),
           drawn AS (
             INSERT INTO donation_series AS s (series, last_number) SELECT DISTINCT series, 1 FROM given ORDER BY series
             ON CONFLICT (series) DO UPDATE SET last_number = s.last_number + 1 RETURNING series, last_number),
           receipt AS (
             INSERT INTO donation_receipt (series, receipt_number, order_id, business_id, is_recognised, recipient, recipient_number, donor_name, ssn_encrypted, amount)
             SELECT series, last_number, o.order_id, business_id, is_recognised, recipient, recipient_number, trim(o.first_name || ' ' || o.last_name),
               CASE WHEN is_recognised THEN o.ssn_encrypted END, sum(amount)
             FROM given JOIN drawn USING (series) JOIN orders o ON o.order_id = $1
             GROUP BY series, last_number, o.order_id, business_id, is_recognised, recipient, recipient_number
             RETURNING series)
           INSERT INTO donation_receipt_line (order_id, line, series) SELECT $1, line, series FROM given JOIN receipt USING (series)`,
    values: [orderId],
  })
}

/** The receipt of donations to one recipient in one order. */
export interface DonationReceipt {
  /** As people read it: 46-2026-00017 if it is recognised under section 46, else 2026-00017. */
  readonly number: string
  readonly businessId: number
  readonly isRecognised: boolean
  readonly recipient: string
  readonly recipientNumber: string
  readonly donorName: string
  /** Decrypted; null if it names none. */
  readonly donorSsn: string | null
  readonly amount: Agorot
  /** ms since 1970. */
  readonly at: number
  /** The house has given all of it back. */
  readonly isCancelled: boolean
  readonly lines: readonly DonationLine[]
}

export interface DonationLine {
  readonly name: string
  readonly quantity: number
  readonly amount: Agorot
  /** In whose name or memory; empty: in nobody's. */
  readonly dedication: string
  /** What the donation does, as its thank-you says it. */
  readonly thanks: string
  /** For how many it is enough (`countOfGift`). */
  readonly count: number
}

type ReceiptRow = Omit<DonationReceipt, 'number' | 'donorSsn' | 'at' | 'lines'> & {
  readonly lines: readonly (Omit<DonationLine, 'thanks' | 'count'> & { readonly donationId: number; readonly detailId: number | null })[]
  readonly series: string
  readonly receiptNumber: number
  readonly ssn: Buffer | null
  readonly at: Date
}

/** The donation receipts of the order that has this document key, by series. @param locale of the names of what was given for and of the thanks; who received it keeps the registered name */
export async function donationReceiptsOf(
  client: Queryable,
  documentKey: string,
  locale: Locale = DEFAULT_LOCALE,
): Promise<readonly DonationReceipt[]> {
  const { rows } = await client.query<ReceiptRow>({
    name: 'donation-receipts-of-document',
    text: `SELECT r.series, r.receipt_number AS "receiptNumber", r.business_id AS "businessId", r.is_recognised AS "isRecognised", r.recipient,
             r.recipient_number AS "recipientNumber", r.donor_name AS "donorName", r.ssn_encrypted AS ssn, r.amount, r.at,
             bool_and(i.cancellation_id IS NOT NULL) AS "isCancelled",
             json_agg(json_build_object('name', i.name, 'quantity', i.quantity, 'amount', i.quantity * i.unit_price,
               'dedication', coalesce(i.facts ->> 'dedication', ''), 'donationId', i.subject_id, 'detailId', i.price_id) ORDER BY i.line) AS lines
           FROM orders o JOIN donation_receipt r USING (order_id) JOIN donation_receipt_line l USING (order_id, series)
             JOIN order_item i ON i.order_id = l.order_id AND i.line = l.line AND i.kind = 'donation'
           WHERE o.document_key = $1 GROUP BY r.receipt_id ORDER BY r.series`,
    values: [documentKey],
  })
  const { donations } = await catalogue(locale)
  const effectOf = (donationId: number, detailId: number | null, amount: Agorot) => {
    const donation = donations.get(donationId)
    const thanks = donation?.details.find(({ id }) => id === detailId)?.thanks ?? ''
    return { thanks, count: donation ? countOfGift(donation, amount) : 1 }
  }
  const shown = rows.map(async ({ series, receiptNumber, ssn, at, lines, ...row }) => ({
    ...row,
    number: numberText(series, receiptNumber, row.isRecognised),
    donorSsn: ssn && decryptText(ssn),
    at: at.getTime(),
    lines: (await linesIn(locale, lines.map(namedLine))).map(({ kind: _kind, id, priceId, ...line }) => ({
      ...line,
      ...effectOf(id, priceId, line.amount),
    })),
  }))
  return Promise.all(shown)
}

function namedLine({ donationId, detailId, ...line }: ReceiptRow['lines'][number]) {
  return { ...line, kind: 'donation', id: donationId, priceId: detailId }
}

const DIGITS = 5

function numberText(series: string, number: number, isRecognised: boolean): string {
  const year = series.slice(-4)
  return [...(isRecognised ? ['46'] : []), year, String(number).padStart(DIGITS, '0')].join('-')
}
