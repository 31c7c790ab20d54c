import { refuse, accept, type Result } from '#lib/domain/result.ts'
import { toAgorot } from '#lib/domain/money.ts'
import { cartToPay, checkWanted } from './carts.ts'
import { extendHolds } from './holds.ts'
import { paymentProvider } from './providers/payments-by-name.ts'

/** Instalments that a card may be charged in. */
const MAX_PAYMENTS = 3

export interface Buyer {
  readonly uuid: string
  readonly locale: string
  /** Where the buyer's browser reaches us: the provider sends it back there. */
  readonly origin: string
}

/**
 * Opens the provider's form for what the visitor holds now. Starting to pay extends the hold, once in all.
 * Refusals: HOLD_EXPIRED (nothing is held), PRICE_CHANGED (the sent total differs), those of the cart.
 */
export async function openPaymentForm(buyer: Buyer, total: number | undefined): Promise<Result<{ paymentFormURL: string }>> {
  const { uuid, locale, origin } = buyer
  const wanted = await cartToPay(uuid)
  if (wanted.seats.length === 0) return refuse('HOLD_EXPIRED')
  const checked = await checkWanted(uuid, wanted, wanted.modify)
  if (!checked.ok) return checked
  const { balanceDue } = checked.value.totals
  if (total !== undefined && toAgorot(total) !== balanceDue) return refuse('PRICE_CHANGED', { total: balanceDue / 100 })
  if (balanceDue === 0) return refuse('PAYMENT_UNPROCESSABLE')
  await extendHolds(uuid) // EXTENSION_USED is no reason to refuse payment
  const { url } = await paymentProvider().openForm({
    uuid,
    amount: balanceDue,
    maxPayments: MAX_PAYMENTS,
    locale,
    returnUrl: `${origin}/booking/checkout/payment`,
  })
  return accept({ paymentFormURL: url })
}
