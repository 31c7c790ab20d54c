/** The name of a product where presentations stand beside it: its number must not be taken for one of theirs. */
export function productItemId(productId: number): string {
  return `product-${String(productId)}`
}
