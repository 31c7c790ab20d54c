import type { RefusalCode } from '#lib/domain/refusal.ts'
import { log } from './log.ts'
import { markAsked, markUnknown, settleFailed, settlePaid, settleRefunded } from './order-settle.ts'
import { PaymentUnknown, type ChargeOutcome, type PaymentProvider } from './providers/payment.ts'

/** An order whose money is being asked for. Its id is the key under which the provider charges once. */
export interface Charge {
  readonly orderId: string
  readonly paymentIdentifier: string
  readonly amount: number
}

/** The longest that a call of the provider may take, in ms; after it the answer counts as unknown. */
const PATIENCE = 15_000

/** How long after a silent charge the provider is asked what became of it, in ms: the buyer is waiting, so only a little. */
const ASK_AFTER = [200, 800]

/** Charges and settles. Answers the code of a definite failure, 'PAYMENT_PENDING' where no answer is to be had now, or undefined: paid. */
export async function chargeOrder(provider: PaymentProvider, charge: Charge): Promise<RefusalCode | undefined> {
  const outcome = await askOrUnknown(() => provider.charge({ ...charge, idempotencyKey: charge.orderId }))
  if (outcome !== 'unknown') return settle(provider, charge, outcome)
  await markUnknown(charge.orderId)
  for (const pause of ASK_AFTER) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    const found = await askOrUnknown(() => provider.find(charge.orderId))
    if (found !== 'unknown' && found.outcome !== 'none') return settle(provider, charge, found)
  }
  return 'PAYMENT_PENDING'
}

/** A provider that never saw the key may still be on its way to it: only after this long, in seconds, does "never seen" mean "not charged". */
export const SURELY_OVER = 30

/** What is known of an order whose money is in doubt. */
export type Doubt = Pick<Charge, 'orderId' | 'amount'>

/** Settles an order that a crash or a silence left open. @param age seconds since its intent. */
export async function resolveCharge(provider: PaymentProvider, order: Doubt, age: number): Promise<void> {
  const found = await askOrUnknown(() => provider.find(order.orderId))
  if (found === 'unknown') await markUnknown(order.orderId)
  else if (found.outcome !== 'none') await settle(provider, order, found)
  else if (age >= SURELY_OVER) await settleFailed(order.orderId, 'PAYMENT_TIMEOUT')
}

/** Asks once more about an order that was given up because the provider had never seen it: a charge that was still on its way is given back. */
export async function refundLateCharge(provider: PaymentProvider, order: Doubt): Promise<void> {
  const found = await askOrUnknown(() => provider.find(order.orderId))
  if (found !== 'unknown' && found.outcome === 'charged') await giveBack(provider, order, found.reference)
  else await markAsked(order.orderId)
}

async function settle(provider: PaymentProvider, order: Doubt, outcome: ChargeOutcome): Promise<RefusalCode | undefined> {
  const { orderId } = order
  if (outcome.outcome === 'charged') {
    if (await settlePaid(orderId, outcome.reference)) return undefined
    await giveBack(provider, order, outcome.reference)
    return 'PAYMENT_TIMEOUT'
  }
  const code = outcome.outcome === 'declined' ? 'CARD_DECLINED' : 'CARD_PROVIDER_ERROR'
  await settleFailed(orderId, code)
  return code
}

/** Refunds what was taken for an order that had been given up; a provider that does not answer is asked again by the reconciler. */
async function giveBack(provider: PaymentProvider, { orderId, amount }: Doubt, reference: string): Promise<void> {
  const refund = await askOrUnknown(() => provider.refund({ idempotencyKey: orderId, amount }))
  if (refund !== 'unknown' && refund.outcome === 'refunded') return settleRefunded(orderId, reference)
  log().error({ orderId }, 'a late charge could not be given back yet')
  await markAsked(orderId)
}

async function askOrUnknown<T>(ask: () => Promise<T>): Promise<T | 'unknown'> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<'unknown'>((resolve) => (timer = setTimeout(() => resolve('unknown'), PATIENCE)))
  try {
    return await Promise.race([ask(), tooLong])
  } catch (error) {
    if (!(error instanceof PaymentUnknown)) log().error({ err: error }, 'payment provider')
    return 'unknown'
  } finally {
    clearTimeout(timer)
  }
}
