import type { RefusalCode } from '#lib/domain/refusal.ts'
import { log } from './log.ts'
import { markUnknown, settleFailed, settlePaid } from './order-settle.ts'
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
  if (outcome !== 'unknown') return settle(charge.orderId, outcome)
  await markUnknown(charge.orderId)
  for (const pause of ASK_AFTER) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    const found = await askOrUnknown(() => provider.find(charge.orderId))
    if (found !== 'unknown' && found.outcome !== 'none') return settle(charge.orderId, found)
  }
  return 'PAYMENT_PENDING'
}

/** A provider that never saw the key may still be on its way to it: only after this long, in seconds, does "never seen" mean "not charged". */
export const SURELY_OVER = 30

/** Settles an order that a crash or a silence left open. @param age seconds since its intent. */
export async function resolveCharge(provider: PaymentProvider, orderId: string, age: number): Promise<void> {
  const found = await askOrUnknown(() => provider.find(orderId))
  if (found === 'unknown') return
  if (found.outcome !== 'none') await settle(orderId, found)
  else if (age >= SURELY_OVER) await settleFailed(orderId, 'PAYMENT_TIMEOUT')
}

async function settle(orderId: string, outcome: ChargeOutcome): Promise<RefusalCode | undefined> {
  if (outcome.outcome === 'charged') {
    await settlePaid(orderId, outcome.reference)
    return undefined
  }
  const code = outcome.outcome === 'declined' ? 'CARD_DECLINED' : 'CARD_PROVIDER_ERROR'
  await settleFailed(orderId, code)
  return code
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
