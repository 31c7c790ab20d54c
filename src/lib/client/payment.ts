import { atom } from 'nanostores'
import type { OrderCart } from '#lib/contract/orders.ts'
import { call, visitorUuid, type CallRefusal } from './call.ts'
import { withPass } from './captcha.ts'
import { checkAfterSeconds, wayOnFrom, type PaymentPhase } from './payment-phase.ts'
import { tellSold } from './seats-sold.ts'
import { loadTimer, resetTimer } from './timer.ts'

export const $payment = atom<PaymentPhase>({ at: 'opening' })

/** What is about to be paid; amounts in shekels as on the wire. */
export interface Payable {
  readonly locale: string
  readonly total: number
  readonly presentationId: number
  readonly locationId: number
  readonly authProfileId: number
  readonly businessId: number
}

/** Opens a form of the payment provider, with the reason where one before it failed. */
export async function openPaymentForm(payable: Payable, because: CallRefusal | null = null): Promise<void> {
  if (payable.total === 0) {
    $payment.set({ at: 'free' })
    return
  }
  $payment.set({ at: 'opening' })
  const { locale, total, locationId, authProfileId, businessId, presentationId } = payable
  const query = {
    total: String(total),
    locationId: String(locationId),
    authProfileId: String(authProfileId),
    businessId: String(businessId),
  }
  const answer = await withPass('payment', (recaptchaToken) =>
    call('paymentForm', { params: { locale }, query: { ...query, recaptchaToken } }),
  )
  void loadTimer(presentationId)
  $payment.set(answer.ok ? { at: 'form', url: answer.value.paymentFormURL, refusal: because } : refusedForm(answer.refusal))
}

/** Nothing was paid yet, so there is nothing to check and no card to change: the same can be tried again. */
function refusedForm(refusal: CallRefusal): PaymentPhase {
  const way = wayOnFrom(refusal.code)
  return { at: 'refused', refusal, way: way === 'check' || way === 'card' ? 'again' : way }
}

let inFlight = false

/**
 * Commits once, however often it is asked: the same paymentIdentifier gets the same answer. While it is not known whether the card was charged,
 * the same commit is asked again until there is an answer.
 */
export async function commitPayment(cart: OrderCart, presentationId: number): Promise<void> {
  if (inFlight) return
  inFlight = true
  rememberPayment(cart.paymentIdentifier ?? '')
  resetTimer()
  $payment.set({ at: 'committing' })
  for (let attempt = 0; await isUnsettled(cart, presentationId); attempt += 1) await seconds(checkAfterSeconds(attempt))
  inFlight = false
}

/** Asks once. @returns whether the answer is still open. */
async function isUnsettled(cart: OrderCart, presentationId: number): Promise<boolean> {
  const answer = await withPass('payment', (recaptchaToken) => call('commitOrder', { body: { cart, recaptchaToken } }))
  if (answer.ok) {
    forgetPayment()
    tellSold(cart.seats.map((seat) => seat.ticket.prsntId))
    $payment.set({ at: 'done', reservationIdentifier: answer.value.reservationIdentifier })
    return false
  }
  const way = wayOnFrom(answer.refusal.code)
  if (way === 'check') {
    const { reservationIdentifier } = answer.refusal.facts ?? {}
    // Its own page tells what becomes of a payment that is being checked.
    if (typeof reservationIdentifier === 'string' && reservationIdentifier !== '') $payment.set({ at: 'done', reservationIdentifier })
    else $payment.set({ at: 'checking' })
    return $payment.get().at === 'checking'
  }
  forgetPayment()
  const bought = way === 'seats' ? await boughtElsewhere() : null
  if (bought === null) void loadTimer(presentationId)
  $payment.set(bought === null ? { at: 'refused', refusal: answer.refusal, way } : { at: 'done', reservationIdentifier: bought })
  return false
}

/** The reservation that another tab has made of the same seats: the server leads from the checkout to it. */
async function boughtElsewhere(): Promise<string | null> {
  try {
    const { url } = await fetch('/booking/checkout')
    return /\/cart\/([\w-]+)$/.exec(new URL(url).pathname)?.[1] ?? null
  } catch {
    return null
  }
}

function seconds(count: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, count * 1000))
}

function storageKey(): string {
  return `payment:${visitorUuid()}`
}

function rememberPayment(paymentIdentifier: string): void {
  if (paymentIdentifier !== '') sessionStorage.setItem(storageKey(), paymentIdentifier)
}

function forgetPayment(): void {
  sessionStorage.removeItem(storageKey())
}

/**
 * A payment that was begun before this page: named in the address (the provider sent the browser back) or remembered by the tab (a reload in the
 * middle). The address bar is cleaned of it.
 */
export function begunPayment(): string | null {
  const named = new URLSearchParams(location.search).get('paymentIdentifier')
  if (named !== null) {
    rememberPayment(named)
    history.replaceState(null, '', location.pathname)
  }
  return named ?? sessionStorage.getItem(storageKey())
}

/** The identifier that the provider's frame hands over; anything else that a window may send is not looked at. */
export function paymentIdentifierOf(event: MessageEvent<unknown>, frame: Window | null, frameUrl: string): string | null {
  if (event.source !== frame || event.origin !== new URL(frameUrl, location.href).origin) return null
  const { data } = event
  if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'shura:payment') return null
  return 'paymentIdentifier' in data && typeof data.paymentIdentifier === 'string' ? data.paymentIdentifier : null
}
