import { Named } from '#islands/named.tsx'
import type { ReactNode } from 'react'
import { Icon } from '#islands/icon.tsx'
import { Price } from '#islands/price.tsx'
import { useText } from '#islands/text.tsx'
import type { PresentationAnswer } from '#lib/contract/presentations.ts'
import { chargedPart, type OrderLines } from '#lib/client/order-lines.ts'
import { shownOrder, type ShownOrder } from '#lib/client/shown-lines.ts'
import type { Agorot } from '#lib/domain/money.ts'
import type { OrderTotals } from '#lib/domain/price-order.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { ltr } from './place-text.ts'

interface Props {
  /** Poster and places of each presentation. */
  readonly head: ReactNode
  /** The presentations that the lines are of. */
  readonly presentations: readonly PresentationAnswer[]
  readonly lines: OrderLines
  readonly totals: OrderTotals
  /** Whether the seats are held without paying. */
  readonly isLater?: boolean
  /** The button or the note below the total. */
  readonly children?: ReactNode
}

/** What is in the order and what it costs: its rows add up to the total. */
export function Summary({ head, presentations, lines, totals, isLater = false, children }: Props) {
  const t = useText()
  const charged = chargedPart(presentations) ?? presentations[0] ?? null
  const shown = shownOrder(lines, charged)
  return (
    <aside aria-label={t('order.summary')}>
      <div className="sum">
        {head}
        <div className="bd">
          <dl>
            {rowsOf(lines, shown).map(({ name, count, amount }) => (
              <Row key={name} name={count > 1 ? `${name} × ${String(count)}` : name} amount={amount} />
            ))}
            <ChargeRows shown={shown} name={charged?.serviceCharge?.name} />
            {totals.modifiedPrice > 0 && <Row name={t('order.givenBack')} amount={0 - totals.modifiedPrice} />}
            {totals.voucherPayments.map((payment, at) => (
              <Row key={at} name={t('order.voucherPayment')} amount={0 - payment} />
            ))}
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

/** Charges beside the lines have rows of their own; those inside them are said to be. */
export function ChargeRows({ shown, name }: { readonly shown: ShownOrder; readonly name: string | undefined }) {
  const t = useText()
  const feeName = name ?? t('common.handlingFee')
  return (
    <>
      {shown.ticketCharges > 0 && <Row name={t('order.ticketCharges')} amount={shown.ticketCharges} />}
      {shown.orderCharge > 0 && <Row name={feeName} amount={shown.orderCharge} />}
      {shown.ticketCharges + shown.orderCharge === 0 && (
        <div>
          <dt>{feeName}</dt>
          <dd>{t('order.included')}</dd>
        </div>
      )}
      {shown.rounding !== 0 && <Row name={t('order.rounding')} amount={shown.rounding} />}
    </>
  )
}

function Row({ name, amount }: { readonly name: string; readonly amount: Agorot }) {
  return (
    <div>
      <dt>
        <Named>{name}</Named>
      </dt>
      <dd>
        <Price amount={amount} />
      </dd>
    </div>
  )
}

interface NamedRow {
  readonly name: string
  readonly count: number
  readonly amount: Agorot
}

/** Tickets of one name stand in one row, then the products. */
function rowsOf({ seats, products }: OrderLines, shown: ShownOrder): readonly NamedRow[] {
  const rows = new Map<string, NamedRow>()
  for (const [at, { ticket }] of seats.entries()) {
    const { count, amount } = rows.get(ticket.name) ?? { count: 0, amount: 0 }
    rows.set(ticket.name, { name: ticket.name, count: count + 1, amount: amount + (shown.seats[at]?.price ?? 0) })
  }
  return [
    ...rows.values(),
    ...products.map(({ product, quantity }, at) => ({ name: product.name, count: quantity, amount: shown.products[at] ?? 0 })),
  ]
}
