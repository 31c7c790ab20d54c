import { Named } from '#islands/ui/named.tsx'
import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { useLocale, useText } from '#islands/ui/text.tsx'
import { pushPaymentInfo } from '#lib/client/analytics/analytics-checkout.ts'
import { goToView, payableOf, type Checkout } from '#lib/client/checkout/checkout.ts'
import { commitAsItStands } from '#lib/client/checkout/commit-order.ts'
import { $details } from '#lib/client/customer/details.ts'
import { $orderState } from '#lib/client/checkout/order-state.ts'
import { $payment, begunPayment, openPaymentForm } from '#lib/client/checkout/payment.ts'
import { keepPaid } from '#lib/client/checkout/payment-frame.ts'
import { followBought } from '#lib/client/seats/paid-elsewhere.ts'
import type { CallRefusal } from '#lib/client/http/call.ts'
import { formatMobileNumber } from '#lib/domain/customers/mobile-number.ts'
import { PaymentWork } from './PaymentWork.tsx'
import { RefusedPanel } from './Refusals.tsx'

interface Props {
  readonly checkout: Checkout
  readonly onReprice: (checkout: Checkout) => void
  readonly summary: ReactNode
}

/** The provider's form, the commit after it, and every way on from a refusal. */
export function Payment({ checkout, onReprice, summary }: Props) {
  const t = useText()
  const locale = useLocale()
  const phase = useStore($payment, { ssr: 'initial' })
  const commit = (paymentIdentifier: string | null): void => {
    keepPaid(paymentIdentifier)
    const state = $orderState.get()
    pushPaymentInfo(checkout, paymentIdentifier === null ? 'none' : (state?.creditCardInfo?.method ?? 'card'))
    commitAsItStands(t('errors.VOUCHER_NO_AMOUNT'))
  }
  const open = (because: CallRefusal | null = null): void => void openPaymentForm(payableOf(checkout, locale, $details.get()), because)
  const reprice = (fresh: Checkout): void => {
    onReprice(fresh)
    void openPaymentForm(payableOf(fresh, locale, $details.get()))
  }
  const begin = useEffectEvent(() => {
    const begun = begunPayment()
    if (begun === null) open()
    else commit(begun)
  })
  const openAgain = useEffectEvent(open)
  // Once for each time the payment is reached.
  useEffect(() => begin(), [])
  const isOpen = phase.at === 'form' || phase.at === 'leave'
  useEffect(() => {
    if (isOpen) return followBought((reservationIdentifier) => $payment.set({ at: 'done', reservationIdentifier }))
    return undefined
  }, [isOpen])
  useEffect(() => {
    // A refused card is followed by a new form at once: another card is the way on.
    if (phase.at === 'refused' && phase.way === 'card') openAgain(phase.refusal)
  }, [phase])
  return (
    <div className="wrap order-grid">
      <div className="stack lg">
        <PaymentHeading />
        <BuyerCard canChange={phase.at !== 'committing' && phase.at !== 'checking' && phase.at !== 'done'} />
        <PaymentWork
          phase={phase}
          commit={commit}
          refused={(refusal, way) => <RefusedPanel refusal={refusal} way={way} checkout={checkout} open={open} onReprice={reprice} />}
        />
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

/** Who the tickets go to, with the way back to change it. */
function BuyerCard({ canChange }: { readonly canChange: boolean }) {
  const t = useText()
  const { firstName = '', lastName = '', mobileNumber = '', email = '' } = useStore($details)
  const name = `${firstName} ${lastName}`.trim()
  const ways = [formatMobileNumber(mobileNumber), email].filter((way) => way !== '')
  return (
    <div className="card row between wrap-ok buyer">
      <span>
        {name !== '' && (
          <b>
            <Named>{name}</Named>
          </b>
        )}
        <span className="meta order-place">
          {ways.map((way, at) => (
            <span key={way}>
              {at > 0 && ' · '}
              <bdi dir="ltr">{way}</bdi>
            </span>
          ))}
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
