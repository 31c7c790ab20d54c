import { randomUUID } from 'node:crypto'
import type { ChargeRequest, FormRequest, PaymentProvider, RefundRequest } from '#lib/server/providers/payment/payment.ts'

/** A form that its buyer has filled in, and the charge that a commit would request. */
export interface FilledForm {
  readonly form: FormRequest
  readonly formName: string
  readonly charge: ChargeRequest
}

/** Charges a filled form. @returns it with its reference and a function that refunds a part */
export async function chargeForm(provider: PaymentProvider, filled: FilledForm) {
  const outcome = await provider.charge(filled.charge)
  if (outcome.outcome !== 'charged') throw new Error('not charged')
  const { reference } = outcome
  const refund = (amount: number): RefundRequest => ({ idempotencyKey: randomUUID(), charge: filled.charge, reference, amount })
  return { ...filled, reference, refund }
}
