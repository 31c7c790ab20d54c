import { AsyncLocalStorage } from 'node:async_hooks'
import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  PaymentUnknown,
  type CallbackEvent,
  type CallbackRequest,
  type ChargeOutcome,
  type ChargeRequest,
  type FormFate,
  type FormRequest,
  type NeverSeen,
  type OpenedForm,
  type PaymentProvider,
  type PreparedPayment,
  type RefundOutcome,
  type RefundRequest,
} from '#lib/server/providers/payment/payment.ts'

/**
 * The fault of one call. `silent…`: no answer, before or after it took effect; `broken`: a 5xx without effect; `dead…`: the caller is gone before the
 * answer comes; `slow`: the answer is delayed.
 */
export type Fault = 'silentBefore' | 'silentAfter' | 'broken' | 'deadBefore' | 'deadAfter' | 'slow'
type Call = 'openForm' | 'inspect' | 'charge' | 'find' | 'refund' | 'findRefund' | 'findForm' | 'closeForm'

interface Form {
  readonly name: string
  readonly request: FormRequest
  isClosed: boolean
  payment: (PreparedPayment & { reference: string }) | undefined
}

interface Money {
  readonly uuid: string
  readonly paymentIdentifier: string
  readonly amount: number
  readonly reference: string
}

const SECRET = 'the secret of the faulty provider'

/** Tells the caller that it is dead. */
export const caller = new AsyncLocalStorage<() => void>()

/** Never answers a dead caller. Its work goes on later as if there had been no answer. */
async function die(): Promise<never> {
  caller.getStore()?.()
  await wait(1_000)
  throw new PaymentUnknown('nobody is there any more')
}

/** A payment provider in memory with its own ledger, which fails as planned: per visitor and call, in the order of planning. */
export class FaultyProvider implements PaymentProvider {
  readonly name = 'faulty'
  /** Extends timeouts, so that a slow machine's answer is not taken for a missing one. */
  readonly patience = 60_000
  readonly charges: Money[] = []
  readonly refunds: (Money & { readonly key: string })[] = []
  readonly #forms = new Map<string, Form>()
  readonly #faults = new Map<string, Fault[]>()
  readonly #down = new Set<string>()
  readonly #declined = new Set<string>()
  readonly #keys = new Map<string, string>()

  /** Makes the next calls of that kind about this visitor's money fail so. */
  plan(uuid: string, call: Call, ...faults: readonly Fault[]): void {
    const key = `${uuid} ${call}`
    this.#faults.set(key, [...(this.#faults.get(key) ?? []), ...faults])
  }

  /** Answers nothing for this visitor until it is switched on again; planned faults are dropped then. */
  goDown(uuid: string): void {
    this.#down.add(uuid)
  }

  /** Declines every card of this visitor. */
  decline(uuid: string): void {
    this.#declined.add(uuid)
  }

  recover(uuid: string): void {
    this.#down.delete(uuid)
    for (const key of this.#faults.keys()) if (key.startsWith(uuid)) this.#faults.delete(key)
  }

  async #at<T>(uuid: string, call: Call, effect: () => T): Promise<T> {
    await wait(Math.random() * 3)
    if (this.#down.has(uuid)) throw new PaymentUnknown('down')
    const fault = this.#faults.get(`${uuid} ${call}`)?.shift()
    if (fault === 'silentBefore') throw new PaymentUnknown('silence')
    if (fault === 'broken') throw new Error('502')
    if (fault === 'deadBefore') return die()
    const result = effect()
    if (fault === 'silentAfter') throw new PaymentUnknown('silence')
    if (fault === 'deadAfter') return die()
    if (fault === 'slow') await wait(20)
    return result
  }

  openForm(request: FormRequest): Promise<OpenedForm> {
    return this.#at(request.uuid, 'openForm', () => {
      const name = `form_${randomBytes(12).toString('hex')}`
      this.#forms.set(name, { name, request, isClosed: false, payment: undefined })
      return { url: `https://pay.example/${name}`, formName: name, isFramed: true }
    })
  }

  /** What the buyer does in the form: a card is only prepared, a wallet is charged. */
  fillIn(formName: string, method: 'card' | 'wallet'): string {
    const form = this.#forms.get(formName)
    if (!form || form.isClosed) throw new Error('The form takes nothing.')
    if (form.payment) return form.payment.paymentIdentifier
    const { uuid, amount } = form.request
    const paymentIdentifier = `pay_${randomBytes(12).toString('hex')}`
    const reference = `ref_${randomBytes(8).toString('hex')}`
    form.payment = {
      paymentIdentifier,
      formName,
      uuid,
      amount,
      numberOfPayments: 1,
      last4: '',
      method,
      isCharged: method === 'wallet',
      reference,
    }
    if (method === 'wallet') this.charges.push({ uuid, paymentIdentifier, amount, reference })
    return paymentIdentifier
  }

  #payment(paymentIdentifier: string) {
    return [...this.#forms.values()].find((form) => form.payment?.paymentIdentifier === paymentIdentifier)?.payment
  }

  inspect(paymentIdentifier: string): Promise<PreparedPayment | undefined> {
    const payment = this.#payment(paymentIdentifier)
    return this.#at(payment?.uuid ?? '', 'inspect', () => payment)
  }

  charge(request: ChargeRequest): Promise<ChargeOutcome> {
    const payment = this.#payment(request.paymentIdentifier)
    return this.#at(payment?.uuid ?? '', 'charge', () => {
      if (this.#declined.has(payment?.uuid ?? '')) return { outcome: 'declined', reference: '' }
      const key = this.#keys.get(request.paymentIdentifier)
      if (!payment || payment.amount !== request.amount || (key !== undefined && key !== request.idempotencyKey))
        return { outcome: 'failed' }
      if (this.#forms.get(payment.formName)?.isClosed && !this.chargeOf(payment.paymentIdentifier)) return { outcome: 'failed' }
      this.#keys.set(request.paymentIdentifier, request.idempotencyKey)
      const { uuid, paymentIdentifier, amount, reference } = payment
      if (!this.chargeOf(paymentIdentifier)) this.charges.push({ uuid, paymentIdentifier, amount, reference })
      return { outcome: 'charged', reference }
    })
  }

  /** This visitor's forms with a prepared card that could still be charged. */
  preparedFor(uuid: string): string[] {
    return [...this.#forms.values()]
      .filter(
        ({ request, payment, isClosed }) => request.uuid === uuid && payment && !isClosed && !this.chargeOf(payment.paymentIdentifier),
      )
      .map(({ name }) => name)
  }

  chargeOf(paymentIdentifier: string): Money | undefined {
    return this.charges.find((charge) => charge.paymentIdentifier === paymentIdentifier)
  }

  find({ paymentIdentifier }: ChargeRequest): Promise<ChargeOutcome | NeverSeen> {
    return this.#at(this.#payment(paymentIdentifier)?.uuid ?? '', 'find', () => {
      const charge = this.chargeOf(paymentIdentifier)
      return charge ? { outcome: 'charged', reference: charge.reference } : { outcome: 'none' }
    })
  }

  refund({ idempotencyKey, charge, amount }: RefundRequest): Promise<RefundOutcome> {
    const { paymentIdentifier } = charge
    return this.#at(this.#payment(paymentIdentifier)?.uuid ?? '', 'refund', () => {
      const money = this.chargeOf(paymentIdentifier)
      const known = this.refunds.find((refund) => refund.key === idempotencyKey)
      if (known) return { outcome: 'refunded', reference: known.reference }
      const returned = this.refunds
        .filter((refund) => refund.paymentIdentifier === paymentIdentifier)
        .reduce((sum, one) => sum + one.amount, 0)
      if (!money || returned + amount > money.amount) return { outcome: 'failed' }
      const reference = `back_${randomBytes(8).toString('hex')}`
      this.refunds.push({ ...money, amount, reference, key: idempotencyKey })
      return { outcome: 'refunded', reference }
    })
  }

  findRefund({ idempotencyKey, charge }: RefundRequest): Promise<RefundOutcome | NeverSeen> {
    return this.#at(this.#payment(charge.paymentIdentifier)?.uuid ?? '', 'findRefund', () => {
      const known = this.refunds.find((refund) => refund.key === idempotencyKey)
      return known ? { outcome: 'refunded', reference: known.reference } : { outcome: 'none' }
    })
  }

  findForm(formName: string): Promise<FormFate> {
    const form = this.#forms.get(formName)
    return this.#at(form?.request.uuid ?? '', 'findForm', () => {
      if (!form) return { outcome: 'lapsed' }
      if (!form.payment) return { outcome: form.isClosed ? 'lapsed' : 'open' }
      return { outcome: form.payment.isCharged ? 'charged' : 'prepared', payment: form.payment, reference: form.payment.reference }
    })
  }

  closeForm(formName: string): Promise<void> {
    const form = this.#forms.get(formName)
    return this.#at(form?.request.uuid ?? '', 'closeForm', () => {
      if (form) form.isClosed = true
    })
  }

  /** The body of its callback: `at` in seconds since 1970. */
  callback(event: CallbackEvent, at = Date.now() / 1000, secret = SECRET): CallbackRequest {
    const body = Buffer.from(JSON.stringify(event))
    const time = String(Math.floor(at))
    const headers = new Headers({ time, signature: signatureOf(secret, time, body) })
    return { body, headers, query: new URLSearchParams() }
  }

  verifyCallback({ body, headers }: CallbackRequest): Promise<CallbackEvent | undefined> {
    const time = headers.get('time') ?? ''
    const isGenuine = headers.get('signature') === signatureOf(SECRET, time, body) && Math.abs(Date.now() / 1000 - Number(time)) <= 300
    return Promise.resolve(isGenuine ? (JSON.parse(body.toString()) as CallbackEvent) : undefined)
  }

  /** The amount that this visitor has paid and not got back. */
  netOf(uuid: string): number {
    const sum = (money: readonly Money[]) => money.filter((one) => one.uuid === uuid).reduce((total, one) => total + one.amount, 0)
    return sum(this.charges) - sum(this.refunds)
  }
}

function signatureOf(secret: string, time: string, body: Buffer): string {
  return createHmac('sha256', secret).update(time).update(body).digest('hex')
}
