/** The item id of a product in a list with presentations: its number alone could be taken for a presentation's. */
export function productItemId(productId: number): string {
  return itemIdOf({ kind: 'product', id: productId })
}

/** The item id of a line that is no ticket. */
export function itemIdOf({ kind, id }: { readonly kind: string; readonly id: number }): string {
  return `${kind}-${String(id)}`
}
