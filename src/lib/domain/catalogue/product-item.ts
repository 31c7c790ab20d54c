/** The item id of a product in a list with presentations: its number alone could be taken for a presentation's. */
export function productItemId(productId: number): string {
  return `product-${String(productId)}`
}
