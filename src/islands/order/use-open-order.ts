import { useEffect } from 'react'
import { useText } from '#islands/ui/text.tsx'
import type { StoredCart } from '#lib/contract/order/order-cart.ts'
import { pushAdded, pushViewed } from '#lib/client/analytics/analytics-order.ts'
import { $lines, keepCart, openOrder, storeOrder, type Opened } from '#lib/client/order/order.ts'
import { inMode } from '#lib/client/seats/hold-mode.ts'
import { redeemedOf } from '#lib/client/order/order-lines.ts'
import { trustStored } from '#lib/client/order/references-state.ts'
import {
  $granted,
  $seatNotice,
  $seatsPhase,
  $selectedSeats,
  $selectionProblem,
  loadSeats,
  refreshStatus,
  type StoredTicket,
} from '#lib/client/seats/seats.ts'
import { $step, followSteps, goToStep, replaceStep } from '#lib/client/order/steps.ts'
import type { OrderPageStep } from '#lib/domain/cart/order-steps.ts'
import { $codeNews } from '#lib/client/order/codes-state.ts'
import { $hold, loadTimer, resetTimer } from '#lib/client/order/timer.ts'
import { showToast } from '#lib/client/toasts.ts'
import { CART_NOTE_ID } from './CartNote.tsx'
import { ltrCode } from '#islands/ui/code-text.ts'

export type Destination = OrderPageStep | 'checkout'

interface OpenOrder {
  /** Stores the cart and goes on. */
  readonly leave: (to: Destination) => Promise<void>
}

/** Brings the stores of an order to life, for as long as its page is shown. */
export function useOpenOrder(opened: Opened): OpenOrder {
  const t = useText()
  const { presentation, cart, others } = opened
  useEffect(() => {
    const stored = storedTicketsOf(presentation.id, cart)
    openOrder(opened)
    trustStored([...stored, ...others.flatMap(({ seats }) => seats)])
    void loadSeats(presentation, presentation.ticketGroups, stored)
    pushViewed(presentation)
    const stops = [
      followSteps(),
      followHold(presentation.id),
      followSeats(() => showToast(t('order.seatLost'), 'bad')),
      followReturns(),
      followUses((label) => showToast(t('order.codeRestored', { code: ltrCode(label) }))),
    ]
    return () => stops.forEach((stop) => stop())
  }, [opened, presentation, cart, others, t])
  const leave = async (to: Destination): Promise<void> => {
    if ($selectionProblem.get()) {
      goToStep('seats') // another tab may have left seats that cannot be bought like this: what is wrong is said there
      return
    }
    if (to !== 'tickets' && !(await hasReferences())) return
    const stored = await storeOrder()
    if (!stored.ok && stored.refusal.code !== 'NO_CONNECTION') {
      setTimeout(() => document.getElementById(CART_NOTE_ID)?.focus(), 0)
      return
    }
    if (!stored.ok) {
      showToast(t('order.offline'), 'bad')
      return
    }
    if ($step.get() === 'seats') pushAdded($lines.get().seats, presentation)
    if (to !== 'checkout') {
      goToStep(to)
      return
    }
    location.assign(inMode('/booking/checkout'))
    await leaving()
  }
  return { leave }
}

/** Ends when the browser has come back to this page after all: until then it is on its way. */
function leaving(): Promise<unknown> {
  return new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }))
}

/** Whoever wants to go on while a ticket lacks what it asks for is led to the first such field. */
async function hasReferences(): Promise<boolean> {
  const references = await import('#lib/client/order/references.ts')
  const open = await references.firstOpenReference()
  if (open === undefined) return true
  references.$referencesAsked.set(true)
  document.getElementById(open)?.focus()
  return false
}

function storedTicketsOf(presentationId: number, cart: StoredCart | null): readonly StoredTicket[] {
  const seats = cart?.presentations?.find((one) => one.id === presentationId)?.seats ?? []
  return seats.map((seat) => {
    const { XCoordinate, YCoordinate, ticket } = seat
    const redeemed = redeemedOf(seat)
    return {
      sectionId: ticket.sectionId,
      x: XCoordinate,
      y: YCoordinate,
      ticketId: ticket.ticketId,
      ref1: ticket.ref1 ?? '',
      ref2: ticket.ref2 ?? '',
      ...(redeemed && { redeemed }),
    }
  })
}

/** A use of a code that has lost a seat ends; the code that does that is only loaded where one is redeemed. */
function followUses(tell: (label: string) => void): () => void {
  const stops: (() => void)[] = []
  let isFollowing = false
  const begin = $lines.subscribe(({ seats }) => {
    if (isFollowing || !seats.some(({ seat }) => seat.redeemed)) return
    isFollowing = true
    stops.push(
      $codeNews.listen((news) => {
        if (news?.kind === 'restored') tell(news.label)
      }),
    )
    void import('#lib/client/order/codes.ts').then((codes) => stops.push(codes.followUses()))
  })
  stops.push(begin)
  return () => stops.forEach((stop) => stop())
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
  const stop = $granted.listen(() => {
    stop()
    void loadTimer(presentationId)
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
