import { checkProducts, type CheckedProduct, type WantedProduct } from '#lib/domain/cart/check-product.ts'
import { accept } from '#lib/domain/result.ts'
import type { SoldKind } from '../port/port.ts'
import { cancelProducts, insertProducts, productItemsOf, shownProducts } from './product-rows.ts'

/** Add-on products of the presentations in the cart. */
export const product = {
  name: 'product',
  field: 'products',
  parse: ({ products = [] }) => accept(products),
  wantedIn: ({ products }) => products,
  factsOf: () => Promise.resolve(accept(undefined)),
  check: (wanted, _facts, around) => checkProducts(around, wanted),
  hold: { problem: () => undefined, isOverLimit: () => Promise.resolve(false) },
  prepare: () => Promise.resolve(undefined),
  reserve: async (client, { orderId }, { lines }) => {
    await insertProducts(client, orderId, lines)
    return undefined
  },
  // There is enough of them for everybody: the line is all there is.
  issue: () => Promise.resolve(),
  release: () => Promise.resolve(),
  itemsOf: (client, { orderId }, before) => productItemsOf(client, orderId, before),
  cancel: cancelProducts,
  shown: shownProducts,
} as const satisfies SoldKind<WantedProduct, CheckedProduct, undefined, undefined>
