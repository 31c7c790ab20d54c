import { $orderState, orderCartOf } from './order-state.ts'
import { $payment, commitOf, commitPayment } from './payment.ts'

/** Commits the order as it stands, unless a voucher has no amount (spec §5). @param noAmount the sentence for that */
export function commitAsItStands(noAmount: string): void {
  const state = $orderState.get()
  const cart = state && orderCartOf(state)
  if (cart) void commitPayment(commitOf(cart))
  else $payment.set({ at: 'refused', refusal: { code: 'VOUCHER_NO_AMOUNT', message: noAmount, status: 0 }, way: 'details' })
}
