import type { Agorot } from '#lib/domain/money.ts'

export interface FormRequest {
  /** Whose cart it is; a paymentIdentifier works for this visitor only. */
  readonly uuid: string
  readonly amount: Agorot
  readonly maxPayments: number
  readonly locale: string
  /** Where the provider sends the browser afterwards, with `paymentIdentifier` in the query. */
  readonly returnUrl: string
}

/** What the provider knows of a paymentIdentifier. */
export interface PreparedPayment {
  readonly uuid: string
  readonly amount: Agorot
  readonly numberOfPayments: number
  readonly last4: string
}

/** A definite answer. `failed` means that the provider could not work and surely charged nothing. */
export type ChargeOutcome = { readonly outcome: 'charged' | 'declined'; readonly reference: string } | { readonly outcome: 'failed' }

/** No definite answer: the card may or may not have been charged. */
export class PaymentUnknown extends Error {}

export interface PaymentProvider {
  readonly name: string
  /** Opens the provider's own form for an amount; card data is only ever typed there. */
  openForm(request: FormRequest): Promise<{ readonly url: string }>
  inspect(paymentIdentifier: string): Promise<PreparedPayment | undefined>
  /**
   * Charges once per idempotency key, however often it is called.
   * @throws {PaymentUnknown} where no answer came.
   */
  charge(request: { readonly paymentIdentifier: string; readonly amount: Agorot; readonly idempotencyKey: string }): Promise<ChargeOutcome>
  /** What became of a charge. `none`: the provider never saw the key. @throws {PaymentUnknown} where no answer came. */
  find(idempotencyKey: string): Promise<ChargeOutcome | { readonly outcome: 'none' }>
  /** Gives a charge back, once. @throws {PaymentUnknown} where no answer came. */
  refund(request: { readonly idempotencyKey: string; readonly amount: Agorot }): Promise<{ readonly outcome: 'refunded' | 'failed' }>
}
