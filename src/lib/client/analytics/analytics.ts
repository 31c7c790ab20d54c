/** E-commerce events of the data layer (spec §7), in GA4's fields and in ILS, without anything personal and without codes. */
export type EcommerceEvent = 'view_item' | 'add_to_cart' | 'begin_checkout' | 'add_payment_info' | 'purchase'

export interface AnalyticsItem {
  readonly item_id: string
  readonly item_name: string
  readonly item_category?: string
  readonly item_variant?: string
  readonly location_id?: string
  /** Of one piece, in shekels, after the discount. */
  readonly price: number
  /** Of one piece, in shekels. */
  readonly discount?: number
  readonly quantity: number
}

export interface Ecommerce {
  readonly value: number
  readonly items: readonly AnalyticsItem[]
  readonly transaction_id?: string
  readonly payment_type?: string
}

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/** Where this browser remembers, for all its tabs, what it has pushed. */
const STORED_AT = 'data-layer'
const HOUR = 3_600_000
/** The same thing may be looked at again another day; an order is only bought once. */
const REMEMBERED_MS: Readonly<Record<EcommerceEvent, number>> = {
  view_item: 12 * HOUR,
  add_to_cart: 12 * HOUR,
  begin_checkout: 12 * HOUR,
  add_payment_info: 12 * HOUR,
  purchase: 400 * 24 * HOUR,
}

/** Until when each thing counts as pushed, in ms since 1970, by its mark. */
type Marks = Readonly<Record<string, number>>

/** Marks of a page whose browser keeps nothing. */
let kept: Marks = {}

/** Pushes an event once for its key in this browser, whatever is reloaded, pressed again or opened in another tab. */
export function pushOnce(event: EcommerceEvent, key: string, ecommerce: Ecommerce): void {
  if (takeUnpushed(event, [key]).length > 0) push(event, ecommerce)
}

/** Of some things, those that have not been pushed yet; from now on they have. */
export function takeUnpushed(event: EcommerceEvent, keys: readonly string[]): readonly string[] {
  const now = Date.now()
  const marks = Object.fromEntries(Object.entries(readMarks()).filter(([, until]) => until > now))
  const fresh = [...new Set(keys)].filter((key) => marks[markOf(event, key)] === undefined)
  if (fresh.length === 0) return fresh
  const added = Object.fromEntries(fresh.map((key) => [markOf(event, key), now + REMEMBERED_MS[event]]))
  // What is bought is out of the cart: the next order begins anew.
  const before = event === 'purchase' ? Object.fromEntries(Object.entries(marks).filter(([mark]) => isOfPurchaseOrView(mark))) : marks
  writeMarks({ ...before, ...added })
  return fresh
}

export function push(event: EcommerceEvent, { items, ...ecommerce }: Ecommerce): void {
  window.dataLayer ??= []
  window.dataLayer.push({ event, ecommerce: { currency: 'ILS', ...ecommerce, items: items.map((item, index) => ({ ...item, index })) } })
}

function markOf(event: EcommerceEvent, key: string): string {
  return `${event}:${key}`
}

function isOfPurchaseOrView(mark: string): boolean {
  return mark.startsWith('purchase:') || mark.startsWith('view_item:')
}

function readMarks(): Marks {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED_AT) ?? '{}')
    return typeof stored === 'object' && stored !== null ? { ...(stored as Marks), ...kept } : kept
  } catch {
    return kept
  }
}

function writeMarks(marks: Marks): void {
  try {
    localStorage.setItem(STORED_AT, JSON.stringify(marks))
  } catch {
    kept = marks
  }
}
