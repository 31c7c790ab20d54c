import type { RefusalCode } from '#lib/domain/refusal.ts'
import { refuse, type Result } from '#lib/domain/result.ts'
import { chargeOrder } from '#lib/server/orders/settlement/charging.ts'
import { answerOf, answerOfEarlier, refusePayment, type Committed } from './order-answers.ts'
import { DuplicateIntent, writeIntent } from './order-intent.ts'
import type { Intent, Written } from './order-rows.ts'
import { settlePaid } from '#lib/server/orders/settlement/order-settle.ts'
import { providerOf } from '#lib/server/providers/payment/current-provider.ts'

/** Writes the intent, takes the money, and answers; where the same call came first, with the answer of that one. */
export async function placeOrder(intent: Intent): Promise<Result<Committed>> {
  try {
    const written = await writeIntent(intent)
    if (!written.ok) return (await answerOfEarlier(intent)) ?? written
    const failure = intent.unpaid ? undefined : await pay(intent, written.value)
    const { orderId } = written.value
    return await (failure ? refusePayment(failure, orderId) : answerOf(orderId))
  } catch (error) {
    if (!(error instanceof DuplicateIntent)) throw error
    return (await answerOfEarlier(intent)) ?? refuse('ORDER_CONFLICT')
  }
}

async function pay({ payment, cart }: Intent, { orderId, paymentId }: Written): Promise<RefusalCode | undefined> {
  if (payment) {
    const { provider, paymentIdentifier } = payment
    return chargeOrder(providerOf(provider), { orderId, paymentId, provider, paymentIdentifier, amount: cart.totals.balanceDue })
  }
  await settlePaid(orderId, null)
  return undefined
}
