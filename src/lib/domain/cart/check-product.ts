import type { Catalogue, Product } from '#lib/domain/catalogue/catalogue.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { checkEach, presentationsOf, type CartAround, type CheckedLine } from './checked-line.ts'

export interface WantedProduct {
  readonly id: number
  readonly quantity: number
}

/** A product of an order. It is sold with whatever it is offered beside. */
export interface CheckedProduct extends CheckedLine {
  readonly kind: 'product'
  readonly presentation: null
  readonly product: Product
}

/**
 * Checks products beside the lines of a cart; the same product twice counts together. Refusals: PRODUCT_NOT_FOUND (none of these lines offers it),
 * PRODUCT_LIMIT.
 */
export function checkProducts(
  { catalogue, before }: Pick<CartAround, 'catalogue' | 'before'>,
  wanted: readonly WantedProduct[],
): Result<CheckedProduct[]> {
  const offered = new Set([
    ...presentationsOf(before).flatMap(({ productIds }) => productIds),
    ...before.flatMap(({ offers = [] }) => offers),
  ])
  return checkEach(mergeProducts(wanted), (product) => checkProduct(catalogue, offered, product))
}

function mergeProducts(wanted: readonly WantedProduct[]): WantedProduct[] {
  const quantities = new Map<number, number>()
  for (const { id, quantity } of wanted) quantities.set(id, (quantities.get(id) ?? 0) + quantity)
  return [...quantities].map(([id, quantity]) => ({ id, quantity }))
}

function checkProduct(catalogue: Catalogue, offered: ReadonlySet<number>, wanted: WantedProduct): Result<CheckedProduct> {
  const product = catalogue.products.get(wanted.id)
  if (!product || !offered.has(wanted.id)) return refuse('PRODUCT_NOT_FOUND')
  if (wanted.quantity > product.maxQuantity) return refuse('PRODUCT_LIMIT', { max: product.maxQuantity })
  const { price, name } = product
  const sale = { presentation: null, seller: null, price, serviceCharge: 0, firstPrice: price, isCharged: true, redeems: [] }
  return accept({
    kind: 'product',
    total: 'products',
    name,
    product,
    quantity: wanted.quantity,
    isDelivered: product.isDeliveryRequired,
    ...sale,
  })
}

/** The products among the lines of a cart. */
export function productsOf(lines: readonly CheckedLine[]): readonly CheckedProduct[] {
  return lines.filter((line): line is CheckedProduct => line.kind === 'product')
}
