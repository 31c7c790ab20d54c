/** E-commerce events of the data layer (spec §7), in GA4's fields, without anything personal. */
export type EcommerceEvent = 'view_item' | 'add_to_cart' | 'begin_checkout' | 'add_payment_info' | 'purchase'

export interface AnalyticsItem {
  readonly item_id: string
  readonly item_name: string
  readonly item_category?: string
  readonly item_variant?: string
  readonly location_id?: string
  /** In shekels. */
  readonly price: number
  readonly quantity: number
}

export interface Ecommerce {
  readonly value: number
  readonly items: readonly AnalyticsItem[]
  readonly transaction_id?: string
}

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/** Pushes an event once for its key in this tab, whatever is reloaded or pressed again. */
export function pushOnce(event: EcommerceEvent, key: string, ecommerce: Ecommerce): void {
  if (isPushed(`dl:${event}:${key}`)) return
  window.dataLayer ??= []
  window.dataLayer.push({ event, ecommerce: { currency: 'ILS', ...ecommerce } })
}

function isPushed(mark: string): boolean {
  try {
    const pushed = sessionStorage.getItem(mark) !== null
    sessionStorage.setItem(mark, '1')
    return pushed
  } catch {
    return false
  }
}
