import { atom } from 'nanostores'
import type { OrderCart } from '#lib/contract/order/order-cart.ts'
import { call, visitorUuid, type CallRefusal, type CallResult } from '#lib/client/http/call.ts'
import { withPass } from '#lib/client/http/captcha.ts'
import { boughtElsewhere } from '#lib/client/seats/paid-elsewhere.ts'
import { checkAfterSeconds, leadsToOrder, wayOnFrom, type PaymentPhase } from './payment-phase.ts'
import { tellSold } from '#lib/client/seats/seats-sold.ts'
import { loadTimer, resetTimer } from '#lib/client/order/timer.ts'

export const $payment = atom<PaymentPhase>({ at: 'opening' })

/** What is about to be paid; amounts in shekels as on the wire. */
export interface Payable {
  readonly locale: string
  readonly total: number
  /** Whose hold is counted down; none where seats are held without paying. */
  readonly presentationId: number | null
  /** By which the server knows what is paid: ids of the first seat, or the reservation. */
  readonly of:
    | {
        readonly locationId?: number
        readonly authProfileId?: number
        readonly businessId?: number
        readonly ssn?: string
        readonly domain?: string
      }
    | { readonly resId: string }
}

interface MadeOrder {
  readonly reservationIdentifier: string
  /** Left out where tickets were made before. */
  readonly ticketIdentifiers?: readonly string[]
}

/** How a payment becomes an order: one call, which may be asked again and again. */
export interface Commit {
  /** What a begun payment belongs to: the cart, or a reservation. */
  readonly scope: string
  readonly paymentIdentifier: string | null
  readonly presentationIds: readonly number[]
  /** Whether the seats are held for minutes only. */
  readonly isHeld: boolean
  readonly ask: (recaptchaToken: string | undefined) => Promise<CallResult<MadeOrder>>
}

/** Opens a form of the payment provider, with the reason where one before it failed. */
export async function openPaymentForm({ locale, total, of, presentationId }: Payable, because: CallRefusal | null = null): Promise<void> {
  if (total === 0) {
    $payment.set({ at: 'free', refusal: because })
    return
  }
  $payment.set({ at: 'opening' })
  const ids = Object.fromEntries(Object.entries(of).map(([name, value]) => [name, String(value)]))
  const answer = await withPass('payment', (recaptchaToken) =>
    call('paymentForm', { params: { locale }, query: { total: String(total), ...ids, recaptchaToken } }),
  )
  followTimer(presentationId)
  if (!answer.ok) $payment.set(refusedForm(answer.refusal))
  else $payment.set({ at: answer.value.isFramed ? 'form' : 'leave', url: answer.value.paymentFormURL, refusal: because })
}

/** Nothing was paid yet, so there is nothing to check and no card to change: the same can be tried again. */
function refusedForm(refusal: CallRefusal): PaymentPhase {
  const { reservationIdentifier } = refusal.facts ?? {}
  if (refusal.code === 'ALREADY_PAID' && typeof reservationIdentifier === 'string') return { at: 'done', reservationIdentifier }
  const way = wayOnFrom(refusal.code)
  return { at: 'refused', refusal, way: way === 'check' || way === 'card' ? 'again' : way }
}

/** The scope of what is paid for the cart. */
const OF_CART = 'cart'

/** The commit of a cart. */
export function commitOf(cart: OrderCart): Commit {
  return {
    scope: OF_CART,
    paymentIdentifier: cart.paymentIdentifier ?? null,
    presentationIds: cart.seats.map((seat) => seat.ticket.prsntId),
    isHeld: true,
    ask: (recaptchaToken) => call('commitOrder', { body: { cart, recaptchaToken } }),
  }
}

let inFlight = false

/**
 * Commits once, however often it is asked: the same paymentIdentifier gets the same answer. While it is not known whether the card was charged,
 * the same commit is asked again until there is an answer.
 */
export async function commitPayment(commit: Commit): Promise<void> {
  if (inFlight) return
  inFlight = true
  rememberPayment(commit.scope, commit.paymentIdentifier ?? '')
  resetTimer()
  $payment.set({ at: 'committing' })
  for (let attempt = 0; await isUnsettled(commit); attempt += 1) await seconds(checkAfterSeconds(attempt))
  inFlight = false
}

/** Asks once. @returns whether the answer is still open. */
async function isUnsettled({ ask, presentationIds, scope, isHeld }: Commit): Promise<boolean> {
  const answer = await withPass('payment', ask)
  if (answer.ok) {
    forgetPayment(scope)
    tellSold(presentationIds)
    const { reservationIdentifier, ticketIdentifiers = [] } = answer.value
    $payment.set({ at: 'done', reservationIdentifier, ticketIdentifiers })
    return false
  }
  const { refusal } = answer
  const way = wayOnFrom(refusal.code)
  const { reservationIdentifier } = refusal.facts ?? {}
  // Its own page tells what becomes of a payment that is being checked, and of one that was made twice.
  if (leadsToOrder(refusal.code) && typeof reservationIdentifier === 'string' && reservationIdentifier !== '') {
    if (way !== 'check') forgetPayment(scope)
    $payment.set({ at: 'done', reservationIdentifier })
    return false
  }
  if (way === 'check') {
    $payment.set({ at: 'checking' })
    return true
  }
  forgetPayment(scope)
  const bought = way === 'seats' && isHeld ? await boughtElsewhere() : null
  if (bought === null && isHeld) followTimer(presentationIds[0] ?? null)
  $payment.set(bought === null ? { at: 'refused', refusal, way } : { at: 'done', reservationIdentifier: bought })
  return false
}

function followTimer(presentationId: number | null): void {
  if (presentationId !== null) void loadTimer(presentationId)
}

function seconds(count: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, count * 1000))
}

function storageKey(scope: string): string {
  return `payment:${visitorUuid()}:${scope}`
}

function rememberPayment(scope: string, paymentIdentifier: string): void {
  if (paymentIdentifier !== '') sessionStorage.setItem(storageKey(scope), paymentIdentifier)
}

function forgetPayment(scope: string): void {
  sessionStorage.removeItem(storageKey(scope))
}

/**
 * A payment that was begun before this page: named in the address (the provider sent the browser back) or remembered by the tab (a reload in the
 * middle). The address bar is cleaned of it.
 */
export function begunPayment(scope: string = OF_CART): string | null {
  const named = new URLSearchParams(location.search).get('paymentIdentifier')
  if (named !== null) {
    rememberPayment(scope, named)
    history.replaceState(null, '', location.pathname)
  }
  return named ?? sessionStorage.getItem(storageKey(scope))
}
