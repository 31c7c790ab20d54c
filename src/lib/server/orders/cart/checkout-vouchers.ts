import type { CheckedCart } from '#lib/domain/cart/check-cart.ts'
import { isOfVoucher, type WantedVoucher } from '#lib/domain/entitlements/check-vouchers.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { accept, type Result } from '#lib/domain/result.ts'
import { checkWanted, type CartToPay } from './carts.ts'

/** A voucher that pays a part of the order. */
export interface CheckoutVoucher {
  readonly id: number
  /** As it may be shown: its last signs. */
  readonly code: string
  readonly amount: Agorot
  readonly balance: Agorot
  /** How many tickets a bundle has, in place of a balance; null: it has money. */
  readonly tickets: number | null
}

export interface Paying {
  readonly checked: CheckedCart
  /** Why a voucher of the cart pays nothing any more; null where all pay. */
  readonly lostVoucher: RefusalCode | null
}

/**
 * Checks a cart with the vouchers that still pay: one that has expired, was spent elsewhere, or has nothing left to pay because the order has become smaller
 * does not keep anybody from ordering. Refusals: those of `checkWanted` that are not a voucher's.
 */
export async function checkPaying(uuid: string, wanted: CartToPay): Promise<Result<Paying>> {
  const whole = await checkWanted(uuid, wanted)
  if (whole.ok) return accept({ checked: whole.value, lostVoucher: null })
  if (!isOfVoucher(whole.refusal.code)) return whole
  const checked = await withThoseThatPay(uuid, wanted)
  return checked.ok ? accept({ checked: checked.value, lostVoucher: whole.refusal.code }) : checked
}

async function withThoseThatPay(uuid: string, wanted: CartToPay): Promise<Result<CheckedCart>> {
  let vouchers: readonly WantedVoucher[] = []
  let checked = await checkWanted(uuid, { ...wanted, vouchers })
  for (const voucher of wanted.vouchers ?? []) {
    const more = await checkWanted(uuid, { ...wanted, vouchers: [...vouchers, voucher] })
    if (!more.ok) continue
    vouchers = [...vouchers, voucher]
    checked = more
  }
  return checked
}
