import type { CustomerInfo, ModifyCart } from '#lib/contract/order/order-cart.ts'
import type { WantedCart } from '#lib/domain/cart/check-cart.ts'
import type { Locale } from '#lib/text/locales.ts'
import { decryptText, encryptText } from '#lib/server/platform/secrets/secrets.ts'

/** What was about to be paid when a form was opened: enough to make the order of it although nobody comes back. */
export interface FormBody {
  readonly wanted: WantedCart
  readonly modify: ModifyCart | null
  readonly customer: CustomerInfo
  readonly locale: Locale
  readonly held: HeldItems
  /** Set if a producer or a broker sells it. */
  readonly soldBy?: {
    readonly staffId: number
    readonly as?: 'producer' | 'broker' | undefined
    readonly address: string | null
    readonly device: string
  }
}

/** What a visitor held at that moment, as JSON: by the kinds of what is sold, which alone know what it is. */
export type HeldItems = Readonly<Record<string, readonly unknown[]>>

/** Encrypted, because it says who buys. */
export function sealBody(body: FormBody): Buffer {
  return encryptText(JSON.stringify(body))
}

export function openBody(sealed: Buffer): FormBody {
  const body = JSON.parse(decryptText(sealed)) as Omit<FormBody, 'held'> & { readonly held: HeldItems | readonly unknown[] }
  return { ...body, held: isListed(body.held) ? { seat: body.held } : body.held }
}

/** Forms that an earlier version of the shop has opened, and that may still be paid, hold seats only. */
function isListed(held: HeldItems | readonly unknown[]): held is readonly unknown[] {
  return Array.isArray(held)
}
