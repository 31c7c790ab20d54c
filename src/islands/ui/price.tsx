import { formatMoney } from '#lib/text/format-money.ts'
import type { Agorot } from '#lib/domain/money/money.ts'

/** An amount of money, set left to right as everywhere. */
export function Price({ amount }: { readonly amount: Agorot }) {
  return (
    <bdi dir="ltr" className="price">
      {formatMoney(amount)}
    </bdi>
  )
}
