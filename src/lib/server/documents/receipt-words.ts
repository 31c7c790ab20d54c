import { formatOrderNumber } from '#lib/domain/orders/order-number.ts'
import { datePartsOf, formatTime } from '#lib/text/format-date.ts'
import { formatDay } from '#lib/text/whole-date.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { ltr } from '#lib/text/isolate.ts'
import { placeOf } from '#lib/text/place-text.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { Translate } from '#lib/text/translate.ts'
import type { Receipt, ReceiptDocument, ReceiptLine } from './receipt-document.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/** 20.11.2026: dates on receipts include the year. */
export function fullDate(instant: number): string {
  return formatDay(datePartsOf(instant).date)
}

export function receiptTitle({ kind, number }: Pick<Receipt, 'kind' | 'number'>, t: Translate): string {
  return t(kind === 'charge' ? 'document.receiptTitle' : 'document.receiptCreditTitle', { number })
}

/** The seller's registration number; undefined if not set. */
export function businessNumberText(t: Translate): string | undefined {
  const { number } = settings().business
  return number === undefined ? undefined : t('document.receiptBusinessNumber', { number: ltr(number) })
}

/** Label and value of each fact, for page and PDF. */
export function receiptFacts(receipt: Receipt, t: Translate): readonly (readonly [label: string, value: string])[] {
  const { kind, at, customerName, orderNumber } = receipt
  const facts: (readonly [string, string] | false)[] = [
    [t('document.date'), ltr(`${fullDate(at)} ${formatTime(at)}`)],
    customerName !== '' && [t('document.receiptTo'), customerName],
    [t('document.receiptOrder'), ltr(formatOrderNumber(orderNumber))],
    [t(kind === 'charge' ? 'document.receiptMeans' : 'document.receiptMeansBack'), meansText(receipt, t)],
  ]
  return facts.filter((fact) => fact !== false)
}

const METHODS: readonly string[] = ['card', 'wallet', 'bit']

function meansText({ kind, method, last4, numberOfPayments }: Receipt, t: Translate): string {
  const means = t(`document.receiptMeans_${METHODS.includes(method) ? method : 'card'}`)
  const named = last4 === '' ? means : t('document.receiptEnding', { means, digits: ltr(last4) })
  return kind === 'charge' && numberOfPayments > 1 ? `${named}, ${t('document.receiptPayments', { count: numberOfPayments })}` : named
}

/** The text of a receipt line. */
export function lineText(line: ReceiptLine, receipt: Receipt, t: Translate): string {
  switch (line.kind) {
    case 'ticket': {
      const day = fullDate(line.startsAt)
      return `${line.name}: ${line.featureName}, ${ltr(line.isUntimed ? day : `${day} ${formatTime(line.startsAt)}`)}`
    }
    case 'series': {
      const count = t('membership.evening', { count: line.evenings })
      const days = ltr([...new Set([fullDate(line.firstAt), fullDate(line.lastAt)])].join('–'))
      return [`${line.name}: ${count}`, days, ...(line.place ? [placeOf(line.place, t)] : [])].join(', ')
    }
    case 'product':
      return line.name
    case 'serviceCharge':
      return line.name ?? t('common.handlingFee')
    case 'ticketCharges':
      return t('order.ticketCharges')
    case 'rounding':
      return t('order.rounding')
    case 'voucher':
      return line.tickets == null
        ? t('document.receiptVoucher', { digits: ltr(line.ending) })
        : t('document.receiptBundle', { digits: ltr(line.ending), count: line.tickets })
    case 'memberMoney':
      return t('document.receiptMemberMoney', { digits: ltr(line.ending) })
    case 'exchange':
      return t('document.receiptExchange')
    case 'whole':
      return wholeText(receipt, t)
  }
}

function wholeText({ kind, reason, orderNumber }: Receipt, t: Translate): string {
  if (kind === 'charge') return t('document.receiptWhole', { id: ltr(formatOrderNumber(orderNumber)) })
  return t(`document.receiptReason_${reason ?? 'late'}`)
}

/** What stands on a receipt, whatever it is for. */
export interface ReceiptSheet {
  readonly title: string
  readonly seller: string
  readonly sellerNumber: string | undefined
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly lines: readonly { readonly text: string; readonly quantity: number | null; readonly amount: Agorot }[]
  readonly totalLabel: string
  readonly amount: Agorot
  readonly notes: readonly string[]
}

export function receiptSheet(receipt: ReceiptDocument, t: Translate): ReceiptSheet {
  const { kind, amount, lines } = receipt
  return {
    title: receiptTitle(receipt, t),
    seller: settings().business.name,
    sellerNumber: businessNumberText(t),
    facts: receiptFacts(receipt, t),
    lines: lines.map((line) => ({
      text: lineText(line, receipt, t),
      quantity: 'quantity' in line ? line.quantity : null,
      amount: line.amount,
    })),
    totalLabel: t(kind === 'charge' ? 'document.receiptTotal' : 'document.receiptCredited'),
    amount,
    notes: receiptNotes(receipt, t),
  }
}

/** What is said below the total: which receipt is credited, and that donations have receipts of their own. */
export function receiptNotes({ ofNumber, donated }: Receipt, t: Translate): readonly string[] {
  return [
    ...(ofNumber === null ? [] : [t('document.receiptOf', { number: ofNumber })]),
    ...(donated === 0 ? [] : [t('document.receiptDonated', { amount: ltr(formatMoney(donated)) })]),
  ]
}
