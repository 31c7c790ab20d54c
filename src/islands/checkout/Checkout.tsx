import { useStore } from '@nanostores/react'
import { useEffect, useState, type ReactNode } from 'react'
import { placesText } from '#islands/order/place-text.ts'
import { Summary } from '#islands/order/Summary.tsx'
import { TextProvider, useText, type TextProps } from '#islands/ui/text.tsx'
import { Toasts } from '#islands/ui/Toasts.tsx'
import { pushCheckout } from '#lib/client/analytics/analytics-checkout.ts'
import { storeNow } from '#lib/client/order/cart.ts'
import {
  $checkout,
  $view,
  checkoutLines,
  choicePath,
  followView,
  keptCartOf,
  orderFormOf,
  replaceView,
  type Checkout as CheckoutFacts,
  type CheckoutView,
} from '#lib/client/checkout/checkout.ts'
import { $details, forgetConsents, forgetTyped, openDetails } from '#lib/client/customer/details.ts'
import { $isHold } from '#lib/client/seats/hold-mode.ts'
import type { OrderLines } from '#lib/client/order/order-lines.ts'
import { $orderState } from '#lib/client/checkout/order-state.ts'
import { begunPayment } from '#lib/client/checkout/payment.ts'
import { checkOrderForm } from '#lib/domain/customers/order-form.ts'
import { HOLD_QUERY } from '#lib/domain/orders/unpaid-hold.ts'
import type { CancellationTerms } from './CancellationTerms.tsx'
import { ItemsSummary } from './ItemsSummary.tsx'
import { RemoveShow } from './RemoveShow.tsx'
import { DetailsForm } from './DetailsForm.tsx'
import { Payment } from './Payment.tsx'
import './checkout.css'

interface Props extends TextProps {
  readonly checkout: CheckoutFacts
  /** The view that the address named when the server drew the page. */
  readonly view: CheckoutView
  readonly termsLink: string
  readonly cancelling: CancellationTerms
  /** How the summary of an order without presentations begins (a slot of the page). */
  readonly head?: ReactNode
}

/** Customer details, then payment: two addresses, one document. */
export function Checkout({ checkout, view, termsLink, cancelling, head, texts, locale }: Props) {
  return (
    <TextProvider texts={texts} locale={locale}>
      <CheckoutWork opened={checkout} drawn={view} termsLink={termsLink} cancelling={cancelling} head={head} />
      <Toasts />
    </TextProvider>
  )
}

function CheckoutWork({
  opened,
  drawn,
  termsLink,
  cancelling,
  head,
}: {
  readonly opened: CheckoutFacts
  readonly drawn: CheckoutView
  readonly termsLink: string
  readonly cancelling: CancellationTerms
  readonly head: ReactNode
}) {
  const checkout = useStore($checkout, { ssr: 'initial' }) ?? opened
  const setCheckout = (next: CheckoutFacts): void => $checkout.set(next)
  const lines = checkoutLines(checkout)
  const isAlive = useAlive(opened, lines)
  const { isProduced } = opened
  const made = useStore($orderState, { ssr: () => null })?.reservationIdentifier ?? null
  useEffect(() => {
    if (made === null) return
    if (isProduced) forgetTyped()
    else forgetConsents()
    location.replace(`/cart/${made}`)
  }, [made, isProduced])
  const view = useStore($view, { ssr: 'initial' }) ?? drawn
  const summary = <CheckoutSummary checkout={checkout} lines={lines} canRemove={view === 'details'} head={head} />
  if (view === 'payment' && isAlive) return <Payment checkout={checkout} onReprice={setCheckout} summary={summary} />
  return (
    <DetailsForm checkout={checkout} lines={lines} termsLink={termsLink} cancelling={cancelling} summary={summary} onChange={setCheckout} />
  )
}

/** Opens the details, follows the address, and lets nobody pay before the details are whole. */
function useAlive(checkout: CheckoutFacts, lines: OrderLines): boolean {
  const [isAlive, setAlive] = useState(false)
  useEffect(() => {
    $checkout.set(checkout)
    $isHold.set(checkout.payUntil !== null)
    openDetails(checkout.customerInfo)
    const stop = followView()
    const guard = $view.subscribe((view) => {
      // A payment that comes back goes on at once: the server knows the ID number, which no browser keeps.
      const missing = checkOrderForm($details.get(), orderFormOf(checkout, lines)).filter(
        ({ field }) => field !== 'ssn' || begunPayment() === null,
      )
      if (view === 'payment' && missing.length > 0) replaceView('details')
    })
    const reload = (event: PageTransitionEvent): void => {
      if (event.persisted) location.reload()
    }
    addEventListener('pageshow', reload)
    // What does not pay any more leaves the stored cart too, or the payment would be refused for it.
    if (checkout.lostVoucher !== null) void storeNow(keptCartOf(checkout))
    pushCheckout(checkout)
    // eslint-disable-next-line react-hooks/set-state-in-effect -- What the browser remembers has to be read before the payment is drawn.
    setAlive(true)
    return () => {
      stop()
      guard()
      removeEventListener('pageshow', reload)
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- Opened once for the page; a new price does not open it again.
  }, [])
  return isAlive
}

interface SummaryProps {
  readonly checkout: CheckoutFacts
  readonly lines: OrderLines
  /** Not while a payment is under way. */
  readonly canRemove: boolean
  readonly head: ReactNode
}

function CheckoutSummary({ checkout, lines, canRemove, head }: SummaryProps) {
  const t = useText()
  const { presentations } = checkout
  const parts = presentations.map((presentation) => {
    const own = lines.seats.filter((line) => line.seat.presentationId === presentation.id)
    return {
      presentation,
      places: placesText(t, own),
      ...(presentations.length > 1 &&
        canRemove && { action: <RemoveShow name={presentation.featureName} seats={own.map(({ seat }) => seat)} /> }),
    }
  })
  const change = (
    <p className="meta">
      {t('checkout.changeOrder')}{' '}
      <a
        className="inline-link"
        href={checkout.itemsPath ?? `${choicePath(checkout)}?step=tickets${checkout.payUntil === null ? '' : `&${HOLD_QUERY}`}`}
      >
        {t('checkout.change')}
      </a>
    </p>
  )
  if (checkout.presentations.length === 0)
    return (
      <ItemsSummary checkout={checkout} head={head}>
        {change}
      </ItemsSummary>
    )
  return (
    <Summary parts={parts} lines={lines} items={checkout.items} totals={checkout.totals} isLater={checkout.payUntil !== null}>
      {change}
    </Summary>
  )
}
