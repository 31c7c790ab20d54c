import type { Agorot } from '#lib/domain/money/money.ts'
import type { Locale } from '#lib/text/locales.ts'

/**
 * The interface of a payment provider. A provider may charge as soon as the buyer submits the form (wallets, Bit, most hosted pages: "charged in the form",
 * `isCharged`), prepare a payment that the shop charges after taking the seats, or both.
 *
 * Every call that may leave money in doubt throws `PaymentUnknown` without a definite answer, and the shop asks `find…` until it gets one. Methods must not
 * guess: "failed" and "none" mean that surely nothing was charged, or refunded.
 */
export interface PaymentProvider {
  /** Also the last part of its callback address: /api/payment/callback/{name}. */
  readonly name: string
  /** Timeout of its calls in ms; omitted: 15 s. */
  readonly patience?: number

  /** Whether its form charges for this payment method; omitted: no. */
  chargesInForm?(method: PaymentMethod): boolean

  /** false if it cannot refund; a ticket change must then not leave money over. */
  readonly canRefund?: boolean

  /**
   * Opens the provider's own form for an amount in ILS; card data is only ever typed there.
   * @throws {PaymentUnknown} if there is no form; nothing can have been charged, because nobody knows its address
   */
  openForm(request: FormRequest): Promise<OpenedForm>

  /**
   * The provider's record of a payment identifier that a browser returned with; undefined: no such payment is or can be charged.
   * @param formName the provider's name of the form if `paymentIdentifier` is our own `formId` (for providers whose return address is fixed before the form has
   * a name)
   */
  inspect(paymentIdentifier: string, formName?: string): Promise<PreparedPayment | undefined>

  /**
   * Charges once per idempotency key; for a payment charged in the form it returns that charge.
   * @throws {PaymentUnknown} if no answer came
   */
  charge(request: ChargeRequest): Promise<ChargeOutcome>

  /**
   * The outcome of a charge, by the same request; for a payment charged in the form, that charge, regardless of the key. `none`: the provider never saw it.
   * @throws {PaymentUnknown} if no answer came
   */
  find(request: ChargeRequest): Promise<ChargeOutcome | NeverSeen>

  /** Refunds a charge or a part of it, once per idempotency key, never more in total than was charged. @throws {PaymentUnknown} if no answer came */
  refund(request: RefundRequest): Promise<RefundOutcome>

  /** The outcome of a refund, by the same request. `none`: the provider never saw it. @throws {PaymentUnknown} if no answer came, or the outcome is open */
  findRefund(request: RefundRequest): Promise<RefundOutcome | NeverSeen>

  /** The fate of a form from which nobody returned. @throws {PaymentUnknown} if no answer came */
  findForm(formName: string): Promise<FormFate>

  /** Closes a form that the shop no longer needs, so that it cannot be paid, and releases what it prepared; for providers that can. */
  closeForm?(formName: string): Promise<void>

  /**
   * Parses a callback; undefined: not genuine, too old, or unrelated to our forms. A genuine one only makes the shop query `findForm`, so for providers that do
   * not sign, the form's unguessable name is proof enough. Must be quick and must not throw.
   */
  verifyCallback(request: CallbackRequest): Promise<CallbackEvent | undefined>
}

export interface FormRequest {
  /** Our name of the form (payment_form.form_id, a uuid), attached to it for searching in the provider's console. */
  readonly formId: string
  /** The cart's visitor; a paymentIdentifier works for this visitor only. `inspect` must return it. */
  readonly uuid: string
  readonly amount: Agorot
  /** Maximum number of instalments; 1: none. */
  readonly maxPayments: number
  /** The payment method that the buyer chose; the form may offer others as well. */
  readonly method: PaymentMethod
  readonly locale: Locale
  /** One line for the provider's page and the card statement; there is no order yet. */
  readonly description: string
  /** For the provider's own receipt, if the buyer gave one. */
  readonly mail?: string | undefined
  /** Where the provider redirects the browser afterwards, with `paymentIdentifier` in the query: the provider's name of the payment, or `formId`. */
  readonly returnUrl: string
  /** Where the provider sends callbacks about the form. */
  readonly callbackUrl: string
}

export interface OpenedForm {
  readonly url: string
  /** The provider's unguessable name of the form, used by callbacks and `findForm`. */
  readonly formName: string
  /** false if the provider's page does not work in a frame: the browser is redirected instead. */
  readonly isFramed: boolean
}

export type PaymentMethod = 'card' | 'wallet' | 'bit'

/** The provider's record of a paymentIdentifier. */
export interface PreparedPayment {
  /** The identifier for charging and finding it from now on. */
  readonly paymentIdentifier: string
  /** The form of the payment, as in `OpenedForm`. */
  readonly formName: string
  readonly uuid: string
  /** In ILS; for another currency the provider returns undefined instead. */
  readonly amount: Agorot
  readonly numberOfPayments: number
  /** Last digits of the card; empty if there is none. */
  readonly last4: string
  readonly method: PaymentMethod
  /** true if the form itself has charged: the shop must make an order or refund the money. */
  readonly isCharged: boolean
}

export interface ChargeRequest {
  readonly paymentIdentifier: string
  readonly amount: Agorot
  readonly idempotencyKey: string
}

/** A definite answer. `failed`: the provider could not process it and surely charged nothing; `reason`, if known. */
export type ChargeOutcome =
  { readonly outcome: 'charged' | 'declined'; readonly reference: string } | { readonly outcome: 'failed'; readonly reason?: ChargeFailure }

/**
 * Why a charge surely failed, as told to the buyer (spec §8): invalid input; it cannot be processed; the card network did not answer; a payment error; an
 * unexpected error; an error of the card provider (the default).
 */
export type ChargeFailure = 'form' | 'unprocessable' | 'noResponse' | 'error' | 'unexpected' | 'provider'

export interface RefundRequest {
  /** Of this refund. */
  readonly idempotencyKey: string
  /** The charge to refund: its request, and the reference from its outcome. */
  readonly charge: ChargeRequest
  readonly reference: string
  /** At most the charge's amount. */
  readonly amount: Agorot
}

/** A definite answer; `failed`: surely nothing was refunded. `reason`: the provider's own word, for support; nothing personal. */
export type RefundOutcome =
  { readonly outcome: 'refunded'; readonly reference: string } | { readonly outcome: 'failed'; readonly reason?: string }

export interface NeverSeen {
  readonly outcome: 'none'
}

/**
 * `open`: not paid, but may still be. `prepared`: filled in, to be charged by the shop. `charged`: charged in the form. `lapsed`: not charged, and no longer
 * chargeable.
 */
export type FormFate =
  | { readonly outcome: 'open' | 'lapsed' }
  | { readonly outcome: 'prepared' | 'charged'; readonly payment: PreparedPayment; /** Of a charge. */ readonly reference?: string }

export interface CallbackRequest {
  /** Raw, for verifying its signature. */
  readonly body: Buffer
  readonly headers: Headers
  readonly query: URLSearchParams
}

export interface CallbackEvent {
  /** Unique among the provider's events: a repeated event has no further effect. */
  readonly eventId: string
  readonly formName: string
  /** If the event has an amount and currency, they must match the form's. */
  readonly amount?: Agorot
  /** ISO 4217. */
  readonly currency?: string
}

/** No definite answer: money may or may not have moved. */
export class PaymentUnknown extends Error {}
