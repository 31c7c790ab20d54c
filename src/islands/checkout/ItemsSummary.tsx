import type { ReactNode } from 'react'
import { Named } from '#islands/ui/named.tsx'
import { Price } from '#islands/ui/price.tsx'
import { useText } from '#islands/ui/text.tsx'
import type { Checkout, SoldItem } from '#lib/client/checkout/checkout.ts'
import type { Agorot } from '#lib/domain/money/money.ts'

interface Props {
  readonly checkout: Checkout
  readonly children: ReactNode
}

/** What an order of no presentation holds, and what it costs. */
export function ItemsSummary({ checkout: { items, totals }, children }: Props) {
  const t = useText()
  return (
    <aside aria-label={t('order.summary')}>
      <div className="sum">
        <div className="bd">
          <dl>
            {items.map(({ name, amount, ...seated }, at) => (
              <Row key={at} name={name} amount={amount}>
                <Seated {...seated} />
              </Row>
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

function Row({ name, amount, children }: { readonly name: string; readonly amount: Agorot; readonly children?: ReactNode }) {
  return (
    <div>
      <dt>
        <Named>{name}</Named>
        {children}
      </dt>
      <dd>
        <Price amount={amount} />
      </dd>
    </div>
  )
}
