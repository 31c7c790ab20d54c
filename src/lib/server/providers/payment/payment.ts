import type { Agorot } from '#lib/domain/money/money.ts'
import type { Locale } from '#lib/text/locales.ts'

/**
 * What the shop asks of a payment provider. There are two kinds, and one provider may be both: some charge as soon as the buyer sends the form (wallets,
 * Bit, most hosted pages: "charged in the form", `isCharged`), some only prepare a payment that the shop charges when it has taken the seats.
 *
 * Every call that may leave money in doubt throws `PaymentUnknown` where no definite answer came, and the shop asks `find…` until one does. So no method may
 * guess: "failed" and "none" are said only where surely nothing was taken, or given back.
 */
export interface PaymentProvider {
  /** Also the last part of the address of its callbacks: /api/payment/callback/{name}. */
  readonly name: string
  /** The longest that one of its calls may take, in ms, before it counts as unanswered; 15 s where nothing is said. */
  readonly patience?: number

  /** Whether its form itself charges where the buyer asks to pay so; not so where nothing is said. */
  chargesInForm?(method: PaymentMethod): boolean

  /** False where it cannot give money back; a ticket change then must not leave any over. */
  readonly canRefund?: boolean

  /**
   * Opens the provider's own form for an amount in ILS; card data is only ever typed there.
   * @throws {PaymentUnknown} where no form could be had; nothing can have been charged, because nobody knows its address.
   */
  openForm(request: FormRequest): Promise<OpenedForm>

  /**
   * What the provider itself says of a payment with whose identifier a browser came back. undefined: none of that name that could be charged, or was.
   * @param formName the provider's name of the form, where `paymentIdentifier` is our own `formId` (for providers whose return address has to be known before
   * the form has a name).
   */
  inspect(paymentIdentifier: string, formName?: string): Promise<PreparedPayment | undefined>

  /**
   * Charges once per idempotency key, however often it is called; of a payment that was charged in the form it answers that finished charge.
   * @throws {PaymentUnknown} where no answer came.
   */
  charge(request: ChargeRequest): Promise<ChargeOutcome>

  /** What became of a charge, by the same request; of a payment that was charged in the form, that charge, whatever the key. `none`: the provider never saw it. @throws {PaymentUnknown} where no answer came. */
  find(request: ChargeRequest): Promise<ChargeOutcome | NeverSeen>

  /** Gives a charge or a part of it back, once per idempotency key, never more in all than was charged. @throws {PaymentUnknown} where no answer came. */
  refund(request: RefundRequest): Promise<RefundOutcome>

  /** What became of a refund, by the same request. `none`: the provider never saw it. @throws {PaymentUnknown} where no answer came, or it is not decided yet. */
  findRefund(request: RefundRequest): Promise<RefundOutcome | NeverSeen>

  /** What became of a form that nobody came back from. @throws {PaymentUnknown} where no answer came. */
  findForm(formName: string): Promise<FormFate>

  /** Makes sure that a form, of which the shop has no more use, cannot be paid any more; for providers that can. What it had prepared is let go. */
  closeForm?(formName: string): Promise<void>

  /**
   * Reads a call of the provider's. undefined: not genuine, too old, or nothing that concerns a form of ours. A genuine one only makes the shop ask the
   * provider for the truth (`findForm`); where a provider does not sign, the unguessable name of the form is proof enough for that. Must not take long and
   * must not throw.
   */
  verifyCallback(request: CallbackRequest): Promise<CallbackEvent | undefined>
}

export interface FormRequest {
  /** Our name of the form (payment_form.form_id, a uuid): to be attached to it, so that it is found in the provider's own pages too. */
  readonly formId: string
  /** Whose cart it is; a paymentIdentifier works for this visitor only. The provider has to give it back in `inspect`. */
  readonly uuid: string
  readonly amount: Agorot
  /** Instalments that the buyer may choose; 1 is none. */
  readonly maxPayments: number
  /** What the buyer asked to pay by; the form may offer others as well. */
  readonly method: PaymentMethod
  readonly locale: Locale
  /** One line for the provider's page and the card's statement; there is no order yet. */
  readonly description: string
  /** For the provider's own receipt, where the buyer has given one. */
  readonly mail?: string | undefined
  /** Where the provider sends the browser afterwards, with `paymentIdentifier` in the query: the provider's own name of the payment, or `formId`. */
  readonly returnUrl: string
  /** Where the provider's server tells us of the form. */
  readonly callbackUrl: string
}

export interface OpenedForm {
  readonly url: string
  /** The provider's own name of the form, by which callbacks speak of it and `findForm` finds it; unguessable. */
  readonly formName: string
  /** False where the provider's page does not work in a frame: the browser then goes there itself. */
  readonly isFramed: boolean
}

export type PaymentMethod = 'card' | 'wallet' | 'bit'

/** What the provider knows of a paymentIdentifier. */
export interface PreparedPayment {
  /** By which it is charged and found from now on. */
  readonly paymentIdentifier: string
  /** The form that it was typed into, as `OpenedForm`. */
  readonly formName: string
  readonly uuid: string
  /** In ILS; a provider that was paid in another currency answers undefined instead. */
  readonly amount: Agorot
  readonly numberOfPayments: number
  /** Last digits of the card; empty where there is none. */
  readonly last4: string
  readonly method: PaymentMethod
  /** True where the form itself has charged: the money is taken, and an order has to be made or the money given back. */
  readonly isCharged: boolean
}

export interface ChargeRequest {
  readonly paymentIdentifier: string
  readonly amount: Agorot
  readonly idempotencyKey: string
}

/** A definite answer. `failed` means that the provider could not work and surely charged nothing; `reason`, where it says more than that. */
export type ChargeOutcome =
  { readonly outcome: 'charged' | 'declined'; readonly reference: string } | { readonly outcome: 'failed'; readonly reason?: ChargeFailure }

/**
 * Why a charge surely failed, as the buyer is told (spec §8): what was typed is not valid; it cannot be processed; the card's network did not answer; an error of
 * the payment; an error that nobody expected; the card provider has an error (also where nothing is said).
 */
export type ChargeFailure = 'form' | 'unprocessable' | 'noResponse' | 'error' | 'unexpected' | 'provider'

export interface RefundRequest {
  /** Of this refund. */
  readonly idempotencyKey: string
  /** What is given back of it: the request with which it was charged, and the reference that its outcome had. */
  readonly charge: ChargeRequest
  readonly reference: string
  /** At most the charge's amount. */
  readonly amount: Agorot
}

/** A definite answer; `failed` means that surely nothing was given back. `reason`: the provider's own word for it, for whoever looks after it; nothing personal. */
export type RefundOutcome =
  { readonly outcome: 'refunded'; readonly reference: string } | { readonly outcome: 'failed'; readonly reason?: string }

export interface NeverSeen {
  readonly outcome: 'none'
}

/**
 * `open`: not paid, and may still be. `prepared`: filled in, to be charged by the shop. `charged`: the form has charged. `lapsed`: nothing was charged, and
 * nothing can be any more.
 */
export type FormFate =
  | { readonly outcome: 'open' | 'lapsed' }
  | { readonly outcome: 'prepared' | 'charged'; readonly payment: PreparedPayment; /** Of a charge. */ readonly reference?: string }

export interface CallbackRequest {
  /** As it came, for its signature. */
  readonly body: Buffer
  readonly headers: Headers
  readonly query: URLSearchParams
}

export interface CallbackEvent {
  /** Unique among the provider's events: an event that comes again has no further effect. */
  readonly eventId: string
  readonly formName: string
  /** Where the event names them: it is refused unless they are the form's own. */
  readonly amount?: Agorot
  /** ISO 4217. */
  readonly currency?: string
}

/** No definite answer: money may or may not have moved. */
export class PaymentUnknown extends Error {}
