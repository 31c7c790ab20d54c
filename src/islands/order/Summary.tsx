import type { ReactNode } from 'react'
import { Icon } from '#islands/ui/icon.tsx'
import { Price } from '#islands/ui/price.tsx'
import { useText } from '#islands/ui/text.tsx'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import { chargedPart, type OrderLines } from '#lib/client/order/order-lines.ts'
import { shownOrder, type ShownOrder } from '#lib/client/order/shown-lines.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { OrderTotals } from '#lib/domain/pricing/price-order.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { ltr } from '#lib/text/isolate.ts'
import { ChargeRows, Row } from './ChargeRows.tsx'
import { SummaryHead } from './SummaryHead.tsx'

/** A presentation of the order, and what stands at the end of its head. */
export interface SummaryPart {
  readonly presentation: PresentationAnswer
  readonly places: readonly string[]
  readonly action?: ReactNode
}

interface Props {
  /** What is new comes first. */
  readonly parts: readonly SummaryPart[]
  readonly lines: OrderLines
  /** What else is in it. */
  readonly items: readonly { readonly name: string; readonly amount: Agorot }[]
  readonly totals: OrderTotals
  /** Whether the seats are held without paying. */
  readonly isLater?: boolean
  /** The button or the note below the total. */
  readonly children?: ReactNode
}

/** What is in the order and what it costs, each show with its own lines and sum: its rows add up to the total. */
export function Summary({ parts, lines, items, totals, isLater = false, children }: Props) {
  const t = useText()
  const presentations = parts.map(({ presentation }) => presentation)
  const charged = chargedPart(presentations) ?? presentations[0] ?? null
  const shown = shownOrder(lines, charged)
  const isOne = parts.length === 1
  return (
    <aside aria-label={t('order.summary')}>
      <div className="sum">
        {parts.map((part) => (
          <section className="sum-show" key={part.presentation.id} aria-label={part.presentation.featureName}>
            <SummaryHead {...part} />
            {!isOne && <ShowRows rows={seatRowsOf(lines, shown, part.presentation.id)} />}
          </section>
        ))}
        <div className="bd">
          <dl>
            {[...(isOne ? seatRowsOf(lines, shown) : []), ...productRowsOf(lines, shown)].map((row) => (
              <CountedRow key={row.name} row={row} />
            ))}
            {items.map((item, at) => (
              <Row key={at} {...item} />
            ))}
            <ChargeRows shown={shown} name={charged?.serviceCharge?.name} />
            {totals.modifiedPrice > 0 && <Row name={t('order.givenBack')} amount={0 - totals.modifiedPrice} />}
            {totals.memberPaid > 0 && <Row name={t('order.memberPaid')} amount={0 - totals.memberPaid} />}
            {totals.voucherPayments.map((payment, at) => (
              <Row key={at} name={t('order.voucherPayment')} amount={0 - payment} />
            ))}
          </dl>
        </div>
        <div className="sum-foot">
          <dl>
            <div className="tot">
              <dt>{totals.giveBack > 0 ? t('order.goesBack') : t(isLater ? 'order.toPayLater' : 'order.toPay')}</dt>
              <dd>
                <Price amount={totals.giveBack > 0 ? totals.giveBack : totals.balanceDue} />
              </dd>
            </div>
          </dl>
          {shown.saved > 0 && (
            <p className="note ok">
              <Icon name="tick" />
              <span>{t('order.saved', { amount: ltr(formatMoney(shown.saved)) })}</span>
            </p>
          )}
          {children}
        </div>
      </div>
    </aside>
  )
}

/** The tickets of one show among several, and what they come to. */
function ShowRows({ rows }: { readonly rows: readonly NamedRow[] }) {
  const t = useText()
  return (
    <div className="bd">
      <dl>
        {rows.map((row) => (
          <CountedRow key={row.name} row={row} />
        ))}
        <div className="sub">
          <dt>{t('order.subtotal')}</dt>
          <dd>
            <Price amount={rows.reduce((sum, { amount }) => sum + amount, 0)} />
          </dd>
        </div>
      </dl>
    </div>
  )
}

function CountedRow({ row: { name, count, amount } }: { readonly row: NamedRow }) {
  return <Row name={count > 1 ? `${name} × ${String(count)}` : name} amount={amount} />
}

interface NamedRow {
  readonly name: string
  readonly count: number
  readonly amount: Agorot
}

/** Tickets of one name stand in one row. @param presentationId of one show; left out, of all */
function seatRowsOf({ seats }: OrderLines, shown: ShownOrder, presentationId?: number): readonly NamedRow[] {
  const rows = new Map<string, NamedRow>()
  for (const [at, { seat, ticket }] of seats.entries()) {
    if (presentationId !== undefined && seat.presentationId !== presentationId) continue
    const { count, amount } = rows.get(ticket.name) ?? { count: 0, amount: 0 }
    rows.set(ticket.name, { name: ticket.name, count: count + 1, amount: amount + (shown.seats[at]?.price ?? 0) })
  }
  return [...rows.values()]
}

function productRowsOf({ products }: OrderLines, shown: ShownOrder): readonly NamedRow[] {
  return products.map(({ product, quantity }, at) => ({ name: product.name, count: quantity, amount: shown.products[at] ?? 0 }))
}
