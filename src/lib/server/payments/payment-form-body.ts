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
  /** Seats and places that the visitor held at that moment. */
  readonly held: readonly HeldClaim[]
  /** Set if a producer or a broker sells it. */
  readonly soldBy?: {
    readonly staffId: number
    readonly as?: 'producer' | 'broker' | undefined
    readonly address: string | null
    readonly device: string
  }
}

export interface HeldClaim {
  readonly presentationId: number
  readonly seatId: number
}

/** Encrypted, because it says who buys. */
export function sealBody(body: FormBody): Buffer {
  return encryptText(JSON.stringify(body))
}

export function openBody(sealed: Buffer): FormBody {
  return JSON.parse(decryptText(sealed)) as FormBody
}
