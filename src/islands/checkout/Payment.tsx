import { useStore } from '@nanostores/react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Icon } from '#islands/icon.tsx'
import { useLocale, useText } from '#islands/text.tsx'
import { pushOnce } from '#lib/client/analytics.ts'
import { itemsOf } from '#lib/client/analytics-items.ts'
import { checkoutLines, goToView, orderCartOf, payableOf, type Checkout } from '#lib/client/checkout.ts'
import { $details } from '#lib/client/details.ts'
import { $payment, begunPayment, commitPayment, openPaymentForm } from '#lib/client/payment.ts'
import type { CallRefusal } from '#lib/client/call.ts'
import type { PaymentPhase } from '#lib/client/payment-phase.ts'
import { toShekels } from '#lib/domain/money.ts'
import { formatMobileNumber } from '#lib/domain/mobile-number.ts'
import { PaymentFrame } from './PaymentFrame.tsx'
import { RefusalNote, RefusedPanel } from './Refusals.tsx'
import { WaitingPanel } from './WaitingPanel.tsx'

interface Props {
  readonly checkout: Checkout
  readonly onReprice: (checkout: Checkout) => void
  readonly summary: ReactNode
}

/** The provider's form, the commit after it, and every way on from a refusal. */
export function Payment({ checkout, onReprice, summary }: Props) {
  const locale = useLocale()
  const phase = useStore($payment, { ssr: 'initial' })
  const commit = (paymentIdentifier: string | null): void => {
    pushPaymentInfo(checkout)
    void commitPayment(orderCartOf(checkout, $details.get(), paymentIdentifier), payableOf(checkout, locale).presentationId)
  }
  const open = (because: CallRefusal | null = null): void => void openPaymentForm(payableOf(checkout, locale), because)
  const reprice = (fresh: Checkout): void => {
    onReprice(fresh)
    void openPaymentForm(payableOf(fresh, locale))
  }
  useEffect(() => {
    const begun = begunPayment()
    if (begun === null) open()
    else commit(begun)
    // Once for each time the payment is reached.
  }, [])
  useEffect(() => {
    // A refused card is followed by a new form at once: another card is the way on.
    if (phase.at === 'refused' && phase.way === 'card') open(phase.refusal)
  }, [phase])
  return (
    <div className="wrap order-grid">
      <div className="stack lg">
        <PaymentHeading />
        <BuyerCard canChange={phase.at !== 'committing' && phase.at !== 'checking' && phase.at !== 'done'} />
        <PaymentWork phase={phase} checkout={checkout} open={open} commit={commit} onReprice={reprice} />
      </div>
      {summary}
    </div>
  )
}

/** Takes the focus, so that the step is heard, and brings the page to its top. */
function PaymentHeading() {
  const t = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [])
  return (
    <h1 ref={heading} className="order-h" tabIndex={-1}>
      {t('checkout.payment')}
    </h1>
  )
}

interface WorkProps {
  readonly phase: PaymentPhase
  readonly checkout: Checkout
  readonly open: (because?: CallRefusal | null) => void
  readonly commit: (paymentIdentifier: string | null) => void
  readonly onReprice: (checkout: Checkout) => void
}

function PaymentWork({ phase, checkout, open, commit, onReprice }: WorkProps) {
  const t = useText()
  switch (phase.at) {
    case 'opening':
      return <PaymentFrame url={null} onPaid={commit} />
    case 'form':
      return (
        <div className="stack">
          {phase.refusal && <RefusalNote refusal={phase.refusal} way="card" />}
          <PaymentFrame key={phase.url} url={phase.url} onPaid={commit} />
          <p className="meta pay-once">{t('checkout.chargedOnce')}</p>
        </div>
      )
    case 'free':
      return (
        <button className="btn primary lg block" type="button" onClick={() => commit(null)}>
          {t('checkout.finishFree')} <Icon name="arrow" />
        </button>
      )
    case 'refused':
      return <RefusedPanel refusal={phase.refusal} way={phase.way} checkout={checkout} open={open} onReprice={onReprice} />
    default:
      return <WaitingPanel isChecking={phase.at === 'checking'} />
  }
}

/** Who the tickets go to, with the way back to change it. */
function BuyerCard({ canChange }: { readonly canChange: boolean }) {
  const t = useText()
  const { firstName = '', lastName = '', mobileNumber = '', email = '' } = useStore($details)
  return (
    <div className="card row between wrap-ok buyer">
      <span>
        <b>
          {firstName} {lastName}
        </b>
        <span className="meta order-place">
          <bdi dir="ltr">{formatMobileNumber(mobileNumber)}</bdi> · <bdi dir="ltr">{email}</bdi>
        </span>
      </span>
      {canChange && (
        <button className="btn quiet sm" type="button" onClick={() => goToView('details')}>
          {t('checkout.changeDetails')}
        </button>
      )}
    </div>
  )
}

function pushPaymentInfo(checkout: Checkout): void {
  const seats = checkout.seats.map((seat) => seat.key).join('|')
  pushOnce('add_payment_info', seats, {
    value: toShekels(checkout.totals.balanceDue),
    items: itemsOf(checkoutLines(checkout), checkout.presentations),
  })
}
