import type { ReactNode } from 'react'
import { Icon } from '#islands/icon.tsx'
import { Price } from '#islands/price.tsx'
import { useText } from '#islands/text.tsx'
import { savedOf, type OrderLines, type SeatLine } from '#lib/client/order-lines.ts'
import type { Agorot } from '#lib/domain/money.ts'
import type { OrderTotals } from '#lib/domain/price-order.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { ltr } from './place-text.ts'

interface Props {
  /** Poster and places of each presentation. */
  readonly head: ReactNode
  readonly lines: OrderLines
  readonly totals: OrderTotals
  readonly chargeName: string
  /** The button or the note below the total. */
  readonly children?: ReactNode
}

/** What is in the order and what it costs. */
export function Summary({ head, lines, totals, chargeName, children }: Props) {
  const t = useText()
  const ticketCharges = lines.seats.reduce((sum, line) => sum + line.serviceCharge, 0)
  const saved = savedOf(lines)
  return (
    <aside aria-label={t('order.summary')}>
      <div className="sum">
        {head}
        <div className="bd">
          <dl>
            {ticketRows(lines.seats).map((row) => (
              <Row key={row.name} name={row.count > 1 ? `${row.name} × ${String(row.count)}` : row.name} amount={row.amount} />
            ))}
            {lines.products.map(({ product, quantity, price }) => (
              <Row
                key={product.id}
                name={quantity > 1 ? `${product.name} × ${String(quantity)}` : product.name}
                amount={price * quantity}
              />
            ))}
            {ticketCharges > 0 && <Row name={t('order.ticketCharges')} amount={ticketCharges} />}
            {totals.globalServiceCharge > 0 && <Row name={chargeName} amount={totals.globalServiceCharge} />}
            {totals.globalServiceCharge + ticketCharges === 0 && (
              <div>
                <dt>{t('common.handlingFee')}</dt>
                <dd>{t('order.included')}</dd>
              </div>
            )}
            <div className="tot">
              <dt>{t('order.toPay')}</dt>
              <dd>
                <Price amount={totals.balanceDue} />
              </dd>
            </div>
          </dl>
          {saved > 0 && (
            <p className="note ok">
              <Icon name="tick" />
              <span>{t('order.saved', { amount: ltr(formatMoney(saved)) })}</span>
            </p>
          )}
          {children}
        </div>
      </div>
    </aside>
  )
}

function Row({ name, amount }: { readonly name: string; readonly amount: Agorot }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Price amount={amount} />
      </dd>
    </div>
  )
}

/** Tickets of one name and price stand in one row. */
function ticketRows(lines: readonly SeatLine[]): readonly { readonly name: string; readonly count: number; readonly amount: Agorot }[] {
  const rows = new Map<string, { name: string; count: number; amount: Agorot }>()
  for (const { ticket, price } of lines) {
    const row = rows.get(ticket.name) ?? { name: ticket.name, count: 0, amount: 0 }
    rows.set(ticket.name, { name: ticket.name, count: row.count + 1, amount: row.amount + price })
  }
  return [...rows.values()]
}
