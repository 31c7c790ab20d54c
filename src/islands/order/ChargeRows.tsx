import { Named } from '#islands/ui/named.tsx'
import { Price } from '#islands/ui/price.tsx'
import { useText } from '#islands/ui/text.tsx'
import type { ShownOrder } from '#lib/client/order/shown-lines.ts'
import type { Agorot } from '#lib/domain/money/money.ts'

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

/** One line of a sum. */
export function Row({ name, amount }: { readonly name: string; readonly amount: Agorot }) {
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
