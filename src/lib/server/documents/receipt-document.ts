import { UNTIMED_FEATURE_TYPE } from '#lib/domain/catalogue/catalogue.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import { paidPrices } from '#lib/domain/pricing/share-charge.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { chargeWord, sectionWord, showingWords, ticketWord } from '#lib/server/catalogue/showing-words.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import {
  eveningsOfLines,
  readReceipts,
  ticketLines,
  voucherLines,
  type EveningsRow,
  type ReceiptRow,
} from '#lib/server/payments/receipt-rows.ts'
import { numberReceipts } from '#lib/server/payments/receipts.ts'
import { pricedLine, shownLines } from '#lib/server/sold/shown.ts'
import type { Place } from '#lib/text/place-text.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/** A line of a receipt. Amounts are line totals; reductions are negative. */
export type ReceiptLine =
  | {
      readonly kind: 'ticket'
      readonly name: string
      readonly featureName: string
      readonly startsAt: number
      readonly isUntimed: boolean
      readonly quantity: number
      readonly amount: Agorot
    }
  /** A series or season with its evenings. */
  | {
      readonly kind: 'series'
      readonly name: string
      readonly evenings: number
      readonly firstAt: number
      readonly lastAt: number
      readonly place: Place | null
      readonly quantity: number
      readonly amount: Agorot
    }
  | { readonly kind: 'product'; readonly name: string; readonly quantity: number; readonly amount: Agorot }
  | { readonly kind: 'serviceCharge'; readonly name: string | null; readonly amount: Agorot }
  /** Ticket charges if they are shown separately; the rounding difference between a percentage charge and the lines' shares. */
  | { readonly kind: 'ticketCharges' | 'rounding'; readonly amount: Agorot }
  | { readonly kind: 'voucher' | 'memberMoney'; readonly ending: string; readonly tickets?: number | null; readonly amount: Agorot }
  /** Tickets returned in exchange; a payment or a refund as a whole. */
  | { readonly kind: 'exchange' | 'whole'; readonly amount: Agorot }

type SeriesLine = Extract<ReceiptLine, { readonly kind: 'series' }>

export interface Receipt {
  readonly number: number
  readonly kind: 'charge' | 'refund'
  /** The reason of a refund, and the receipt of the payment that it refunds. */
  readonly reason: string | null
  readonly ofNumber: number | null
  /** Agorot, above 0; without donations, which have receipts of their own. */
  readonly amount: Agorot
  readonly donated: Agorot
  /** ms since 1970: the time of the payment or refund. */
  readonly at: number
  readonly documentKey: string
  readonly hasTickets: boolean
  readonly orderNumber: string
  readonly customerName: string
  /** The payment method: 'card', 'wallet', 'bit'; and a card's last digits, if known. */
  readonly method: string
  readonly last4: string
  readonly numberOfPayments: number
}

export interface ReceiptDocument extends Receipt {
  /** Their sum is the amount. */
  readonly lines: readonly ReceiptLine[]
}

/** The receipts of a document; its key is the only proof. Assigns missing receipt numbers first. */
export async function receiptsOf(documentKey: string): Promise<readonly Receipt[]> {
  await numberReceipts()
  return (await readReceipts(database(), documentKey)).map(readReceipt)
}

/** undefined if the document has no receipt with that number. @param number as in the address @param locale of what was bought */
export async function receiptOf(
  documentKey: string,
  number: string,
  locale: Locale = DEFAULT_LOCALE,
): Promise<ReceiptDocument | undefined> {
  if (!/^[1-9]\d{0,14}$/.test(number)) return undefined
  const row = (await readReceipts(database(), documentKey)).find((one) => String(one.number) === number)
  return row && { ...readReceipt(row), lines: await linesOf(row, locale) }
}

function readReceipt(row: ReceiptRow): Receipt {
  const { number, kind, reason, ofNumber, documentKey, hasTickets, orderNumber, method, last4, numberOfPayments, donated } = row
  return {
    ...{ number, kind, reason, ofNumber, documentKey, hasTickets, orderNumber, method, last4, numberOfPayments, donated },
    amount: Math.abs(row.amount) - donated,
    at: row.at.getTime(),
    customerName: `${row.firstName} ${row.lastName}`.trim(),
  }
}

/** The bought items if they add up to the charge, otherwise a single line. */
async function linesOf(row: ReceiptRow, locale: Locale): Promise<readonly ReceiptLine[]> {
  const whole: readonly ReceiptLine[] = [{ kind: 'whole', amount: Math.abs(row.amount) - row.donated }]
  if (row.kind === 'refund') return whole
  const lines = await orderLines(row, locale)
  return lines.reduce((sum, { amount }) => sum + amount, 0) === row.amount - row.donated ? lines : whole
}

async function orderLines(row: ReceiptRow, locale: Locale): Promise<ReceiptLine[]> {
  const client = database()
  const [bought, vouchers] = await Promise.all([boughtLines(row, locale), voucherLines(client, row.orderId)])
  const lines: ReceiptLine[] = [
    ...bought,
    ...vouchers.map(({ ending, amount, tickets, isOfMember }) => ({
      kind: isOfMember ? ('memberMoney' as const) : ('voucher' as const),
      ...{ ending, tickets },
      amount: 0 - amount,
    })),
    { kind: 'exchange', amount: 0 - row.modifiedAmount },
  ]
  return lines.filter((line) => line.amount !== 0 || 'quantity' in line)
}

/** Tickets, products and charges, as shown at checkout. Donations are priced with them and left out. */
async function boughtLines(row: ReceiptRow, locale: Locale): Promise<ReceiptLine[]> {
  const client = database()
  const [from, tickets, others, evenings] = await Promise.all([
    catalogue(locale),
    ticketLines(client, row.orderId, UNTIMED_FEATURE_TYPE),
    shownLines(client, row.orderId, locale),
    eveningsOfLines(client, row.orderId),
  ])
  const each = tickets.flatMap(({ price, serviceCharge, quantity }) => Array.from({ length: quantity }, () => ({ price, serviceCharge })))
  const paid = { charge: row.globalServiceCharge, isPercent: row.isPercentCharge, percent: row.chargePercent }
  const shown = paidPrices([...each, ...others.map(pricedLine)], paid, settings().pricesIncludeCharges)
  const memberships = others.filter(({ kind }) => kind === 'membership')
  let at = 0
  const take = (count: number) => shown.lines.slice(at, (at += count)).reduce((sum, amount) => sum + amount, 0)
  return [
    ...tickets.map(({ ticketId, ticketName, presentationId, featureName, startsAt, isUntimed, quantity, paidByBundle }) => ({
      kind: 'ticket' as const,
      ...{
        name: ticketWord(from, ticketId, ticketName),
        featureName: showingWords(from, presentationId).featureName ?? featureName,
        startsAt: startsAt.getTime(),
        isUntimed,
        quantity,
        amount: take(quantity) + quantity * paidByBundle,
      },
    })),
    ...others.flatMap((other): ReceiptLine[] => {
      const sold = { name: other.name, quantity: other.quantity, amount: take(1) }
      if (other.kind === 'donation') return []
      const own = evenings.find(({ line }) => line === memberships.indexOf(other))
      return own ? [seriesLine(from, sold, own)] : [{ kind: 'product', ...sold }]
    }),
    { kind: 'ticketCharges', amount: shown.ticketCharges },
    { kind: 'serviceCharge', name: chargeWord(from, row.globalServiceChargeName), amount: shown.orderCharge },
    { kind: 'rounding', amount: shown.rounding },
  ]
}

/** A series or season, as sold, with its evenings. */
function seriesLine(from: Catalogue, sold: Pick<SeriesLine, 'name' | 'quantity' | 'amount'>, own: EveningsRow): SeriesLine {
  const { evenings, firstAt, lastAt } = own
  const place = own.place && { ...own.place, sectionName: sectionWord(from, own.place.presentationId, own.place.sectionName) }
  return { kind: 'series', ...sold, ...{ evenings, firstAt: firstAt.getTime(), lastAt: lastAt.getTime(), place } }
}
