import type { ReactNode } from 'react'
import { Named } from '#islands/ui/named.tsx'
import { Poster } from '#islands/ui/poster.tsx'
import { Price } from '#islands/ui/price.tsx'
import { useText } from '#islands/ui/text.tsx'
import type { Checkout, SoldItem } from '#lib/client/checkout/checkout.ts'
import { productLinesOf } from '#lib/client/order/order-lines.ts'
import type { Agorot } from '#lib/domain/money/money.ts'

interface Props {
  readonly checkout: Checkout
  /** What is bought: its picture and name. */
  readonly head: ReactNode
  readonly children: ReactNode
}

/** What an order of no presentation holds, and what it costs. */
export function ItemsSummary({ checkout, head, children }: Props) {
  const { items, totals } = checkout
  const products = productLinesOf(checkout.offered, checkout.quantities)
  const t = useText()
  return (
    <aside aria-label={t('order.summary')}>
      <div className="sum">
        {head}
        <div className="bd">
          <dl>
            {items.map(({ name, amount, ...seated }, at) => (
              <Row key={at} name={name} amount={amount} {...seated}>
                <Seated {...seated} />
              </Row>
            ))}
            {products.map(({ product, quantity, price }) => (
              <Row
                key={product.id}
                name={quantity > 1 ? `${product.name} × ${String(quantity)}` : product.name}
                amount={price * quantity}
              />
            ))}
            {totals.voucherPayments.map((payment, at) => (
              <Row key={at} name={t('order.voucherPayment')} amount={0 - payment} />
            ))}
          </dl>
        </div>
        <div className="sum-foot">
          <dl>
            <div className="tot">
              <dt>{t('order.toPay')}</dt>
              <dd>
                <Price amount={totals.balanceDue} />
              </dd>
            </div>
          </dl>
          {children}
        </div>
      </div>
    </aside>
  )
}

/** The seat of a series or season, and its evenings. */
function Seated({ place = '', evenings = [] }: Pick<SoldItem, 'place' | 'evenings'>) {
  return (
    <>
      {place !== '' && (
        <small>
          <Named>{place}</Named>
        </small>
      )}
      {evenings.map((evening) => (
        <small key={evening.date + evening.name}>
          <bdi dir="ltr">{evening.date}</bdi> <Named>{[evening.name, evening.place].filter(Boolean).join(' · ')}</Named>
        </small>
      ))}
    </>
  )
}

interface RowProps {
  readonly name: string
  readonly amount: Agorot
  readonly featureId?: number | null
  readonly children?: ReactNode
}

function Row({ name, amount, featureId = null, children }: RowProps) {
  const words = (
    <>
      <Named>{name}</Named>
      {children}
    </>
  )
  return (
    <div>
      {featureId === null ? (
        <dt>{words}</dt>
      ) : (
        <dt className="of-show">
          <Poster featureId={featureId} />
          <span>{words}</span>
        </dt>
      )}
      <dd>
        <Price amount={amount} />
      </dd>
    </div>
  )
}
