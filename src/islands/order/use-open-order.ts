import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useText } from '#islands/text.tsx'
import type { StoredCart } from '#lib/contract/orders.ts'
import type { PresentationAnswer } from '#lib/contract/presentations.ts'
import { pushOnce } from '#lib/client/analytics.ts'
import { itemOf, itemsOf } from '#lib/client/analytics-items.ts'
import { $cartRefusal } from '#lib/client/cart.ts'
import { $lines, $totals, keepCart, openOrder, storeOrder } from '#lib/client/order.ts'
import {
  $seatNotice,
  $seatsPhase,
  $selectedSeats,
  $selectionProblem,
  loadSeats,
  refreshStatus,
  type StoredTicket,
} from '#lib/client/seats.ts'
import { $step, followSteps, goToStep, replaceStep } from '#lib/client/steps.ts'
import type { OrderPageStep } from '#lib/domain/order-steps.ts'
import { $hold, loadTimer, resetTimer } from '#lib/client/timer.ts'
import { showToast } from '#lib/client/toasts.ts'
import { toShekels } from '#lib/domain/money.ts'

export type Destination = OrderPageStep | 'checkout'

interface OpenOrder {
  /** Stores the cart and goes on. */
  readonly leave: (to: Destination) => Promise<void>
  /** Why the cart could not be stored, or null. */
  readonly notice: string | null
}

/** Brings the stores of an order to life, for as long as its page is shown. */
export function useOpenOrder(presentation: PresentationAnswer, cart: StoredCart | null): OpenOrder {
  const t = useText()
  const refusal = useStore($cartRefusal, { ssr: 'initial' })
  useEffect(() => {
    openOrder(presentation, cart)
    void loadSeats(presentation, presentation.ticketGroups, storedTicketsOf(presentation.id, cart))
    pushOnce('view_item', String(presentation.id), { value: presentation.priceFrom ?? 0, items: [itemOf(presentation)] })
    const stops = [followSteps(), followHold(presentation.id), followSeats(() => showToast(t('order.seatLost'), 'bad')), followReturns()]
    return () => stops.forEach((stop) => stop())
  }, [presentation, cart, t])
  const leave = async (to: Destination): Promise<void> => {
    if ($selectionProblem.get()) {
      goToStep('seats') // another tab may have left seats that cannot be bought like this: what is wrong is said there
      return
    }
    const stored = await storeOrder()
    if (!stored.ok && stored.refusal.code !== 'NO_CONNECTION') return
    if (!stored.ok) {
      showToast(t('order.offline'), 'bad')
      return
    }
    if ($step.get() === 'seats') pushAdded(presentation)
    if (to === 'checkout') location.assign('/booking/checkout')
    else goToStep(to)
  }
  return { leave, notice: refusal && refusal.code !== 'NO_CONNECTION' ? refusal.message || t('order.storeFailed') : null }
}

function storedTicketsOf(presentationId: number, cart: StoredCart | null): readonly StoredTicket[] {
  const seats = cart?.presentations?.find((one) => one.id === presentationId)?.seats ?? []
  return seats.map(({ XCoordinate, YCoordinate, ticket }) => ({
    sectionId: ticket.sectionId,
    x: XCoordinate,
    y: YCoordinate,
    ticketId: ticket.ticketId,
    ref1: ticket.ref1 ?? '',
    ref2: ticket.ref2 ?? '',
  }))
}

/** Close to its end a hold is left to run out, so that the page goes where the timer says. */
const ENDING_SECONDS = 3

/** The countdown begins with the first seat and ends with the last; the server says how much is left. */
function followHold(presentationId: number): () => void {
  let held = 0
  return $selectedSeats.subscribe((seats) => {
    const before = held
    held = seats.length
    if (held > 0 && before === 0) setTimeout(() => void loadWhenLocked(presentationId), 0)
    if (held === 0 && before > 0 && ($hold.get()?.secondsLeft ?? Infinity) > ENDING_SECONDS) resetTimer()
  })
}

/** A lock that is still on its way has no time of its own yet: the first confirmed one starts the countdown. */
async function loadWhenLocked(presentationId: number): Promise<void> {
  await loadTimer(presentationId)
  const stop = $seatNotice.listen((notice) => {
    if (notice?.kind === 'selected') void loadTimer(presentationId)
    stop()
  })
}

/** Once the seats are known the cart follows them, and a step without seats gives way to the first. */
function followSeats(tellLost: () => void): () => void {
  let stopKeeping: (() => void) | undefined
  const check = (): void => {
    if ($seatsPhase.get() !== 'ready') return
    stopKeeping ??= keepCart()
    if ($selectedSeats.get().length === 0 && $step.get() !== 'seats') replaceStep('seats')
  }
  const stops = [
    $seatsPhase.subscribe(check),
    $selectedSeats.listen(check),
    $step.listen(check),
    $seatNotice.listen((notice) => {
      if ((notice?.kind === 'lost' || notice?.kind === 'taken') && $step.get() !== 'seats') tellLost()
    }),
  ]
  return () => [...stops, stopKeeping].forEach((stop) => stop?.())
}

/** Whoever comes back to this tab may have given a seat back in another one. */
function followReturns(): () => void {
  const ask = (): void => {
    if (!document.hidden && $step.get() !== 'seats') void refreshStatus()
  }
  document.addEventListener('visibilitychange', ask)
  return () => document.removeEventListener('visibilitychange', ask)
}

function pushAdded(presentation: PresentationAnswer): void {
  const lines = $lines.get()
  const key = lines.seats.map((line) => line.seat.key).join('|')
  pushOnce('add_to_cart', key, { value: toShekels($totals.get().seatsPrice), items: itemsOf({ ...lines, products: [] }, [presentation]) })
}
