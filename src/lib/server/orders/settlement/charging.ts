import type { RefusalCode } from '#lib/domain/refusal.ts'
import { askOrUnknown } from '#lib/server/payments/ask-provider.ts'
import { markAsked, markUnknown, settleFailed, settlePaid } from './order-settle.ts'
import type { ChargeFailure, ChargeOutcome, ChargeRequest, PaymentProvider } from '#lib/server/providers/payment/payment.ts'
import { captureLateCharge, finishRefund } from '#lib/server/payments/refunds.ts'

/** An order whose money is asked for. The payment's id is the key under which the provider charges once. */
export interface Charge {
  readonly orderId: string
  readonly paymentId: string
  readonly provider: string
  readonly paymentIdentifier: string
  readonly amount: number
}

/** How long after a silent charge the provider is asked what became of it, in ms: the buyer is waiting, so only a little. */
const ASK_AFTER = [200, 800]

/** What the buyer is told of a definite failure (spec §8). */
const FAILURE_CODES: Readonly<Record<ChargeFailure, RefusalCode>> = {
  form: 'PAYMENT_FORM_INVALID',
  unprocessable: 'PAYMENT_UNPROCESSABLE',
  noResponse: 'PAYMENT_NO_RESPONSE',
  error: 'PAYMENT_ERROR',
  unexpected: 'PAYMENT_UNEXPECTED',
  provider: 'CARD_PROVIDER_ERROR',
}

/** Charges and settles. Answers the code of a definite failure, 'PAYMENT_PENDING' where no answer is to be had now, or undefined: paid. */
export async function chargeOrder(provider: PaymentProvider, charge: Charge): Promise<RefusalCode | undefined> {
  const outcome = await askOrUnknown(provider, (one) => one.charge(requestOf(charge)))
  if (outcome !== 'unknown') return settle(charge, outcome)
  await markUnknown(charge.paymentId)
  for (const pause of ASK_AFTER) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    const found = await askOrUnknown(provider, (one) => one.find(requestOf(charge)))
    if (found !== 'unknown' && found.outcome !== 'none') return settle(charge, found)
  }
  return 'PAYMENT_PENDING'
}

/** A provider that never saw the key may still be on its way to it: only after this long, in seconds, does "never seen" mean "not charged". */
export const SURELY_OVER = 30

/** Settles an order that a crash or a silence left open. @param age seconds since its intent. */
export async function resolveCharge(charge: Charge, age: number): Promise<void> {
  const found = await askOrUnknown(charge.provider, (one) => one.find(requestOf(charge)))
  if (found === 'unknown') await markUnknown(charge.paymentId)
  else if (found.outcome !== 'none') await settle(charge, found)
  else if (age >= SURELY_OVER) await settleFailed(charge.orderId, charge.paymentId, 'PAYMENT_TIMEOUT')
}

/** Asks once more about a payment that was given up because the provider had never seen it: a charge that was still on its way is given back. */
export async function refundLateCharge(charge: Charge): Promise<void> {
  const found = await askOrUnknown(charge.provider, (one) => one.find(requestOf(charge)))
  if (found !== 'unknown' && found.outcome === 'charged') await giveBack(charge, found.reference)
  else await markAsked(charge.paymentId)
}

async function settle(charge: Charge, outcome: ChargeOutcome): Promise<RefusalCode | undefined> {
  if (outcome.outcome === 'charged') {
    if (await settlePaid(charge.orderId, { paymentId: charge.paymentId, reference: outcome.reference })) return undefined
    await giveBack(charge, outcome.reference)
    return 'PAYMENT_TIMEOUT'
  }
  const code = outcome.outcome === 'failed' ? FAILURE_CODES[outcome.reason ?? 'provider'] : 'CARD_DECLINED'
  await settleFailed(charge.orderId, charge.paymentId, code)
  return code
}

async function giveBack({ paymentId }: Charge, reference: string): Promise<void> {
  const refundId = await captureLateCharge(paymentId, reference)
  if (refundId !== undefined) await finishRefund(refundId)
}

function requestOf({ paymentIdentifier, amount, paymentId }: Charge): ChargeRequest {
  return { paymentIdentifier, amount, idempotencyKey: paymentId }
}
