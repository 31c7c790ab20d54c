import { Named } from '#islands/ui/named.tsx'
import { useStore } from '@nanostores/react'
import { Icon } from '#islands/ui/icon.tsx'
import { Press } from '#islands/ui/Press.tsx'
import { Price } from '#islands/ui/price.tsx'
import { useText } from '#islands/ui/text.tsx'
import type { ProductAnswer } from '#lib/contract/wire.ts'
import { $presentation, $quantities, setQuantity } from '#lib/client/order/order.ts'
import { shownPiece } from '#lib/client/order/shown-lines.ts'
import { toAgorot } from '#lib/domain/money/money.ts'

/** Add-on products, each with a stepper up to its limit. */
export function Products({ products }: { readonly products: readonly ProductAnswer[] }) {
  const quantities = useStore($quantities)
  return (
    <ul className="prods">
      {products.map((product) => (
        <ProductCard key={product.id} product={product} quantity={quantities[product.id] ?? 0} />
      ))}
    </ul>
  )
}

function ProductCard({ product, quantity }: { readonly product: ProductAnswer; readonly quantity: number }) {
  const t = useText()
  const price = shownPiece(toAgorot(product.price) ?? 0, useStore($presentation, { ssr: 'initial' }))
  return (
    <li className={`prod ${quantity > 0 ? 'on' : ''}`}>
      <img className="im" src={product.img} alt="" width="76" height="76" loading="lazy" decoding="async" />
      <div>
        <h3>
          <Named>{product.name}</Named>
        </h3>
        <p>
          <Named>{product.description}</Named>
        </p>
        {product.isDeliveryRequired && <p className="delivery">{t('order.delivery')}</p>}
      </div>
      <div className="ft">
        <Price amount={price} />
        <span className="stepper" role="group" aria-label={product.name}>
          <Press
            aria-label={t('order.less', { product: product.name })}
            isOff={quantity === 0}
            onClick={() => setQuantity(product, quantity - 1)}
          >
            <Icon name="minus" />
          </Press>
          <span aria-live="polite">{quantity}</span>
          <Press
            aria-label={
              quantity >= product.maxQuantity
                ? t('order.productLimit', { max: product.maxQuantity })
                : t('order.more', { product: product.name })
            }
            isOff={quantity >= product.maxQuantity}
            onClick={() => setQuantity(product, quantity + 1)}
          >
            <Icon name="plus" />
          </Press>
        </span>
      </div>
    </li>
  )
}
