import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent } from 'react'
import { Icon } from '#islands/ui/icon.tsx'
import { TextProvider, useLocale, useText, type TextProps } from '#islands/ui/text.tsx'
import { call, type CallRefusal } from '#lib/client/http/call.ts'
import { $payment, begunPayment, commitPayment, openPaymentForm, type Commit, type Payable } from '#lib/client/checkout/payment.ts'
import { formatShekels } from '#lib/text/format-money.ts'
import { ltr } from '#lib/text/isolate.ts'
import { PaymentWork } from './PaymentWork.tsx'
import { RefusalNote } from './RefusalNote.tsx'
import './checkout.css'

interface Reserved {
  readonly reservationIdentifier: string
  /** Shekels. */
  readonly total: number
  readonly presentationIds: readonly number[]
}

/** Pays seats that were held without paying; a failure reads as that of any payment (spec §8), and leaves them held. */
export function ReservationPayment({ texts, locale, ...reserved }: Reserved & TextProps) {
  return (
    <TextProvider texts={texts} locale={locale}>
      <ReservationWork reserved={reserved} />
    </TextProvider>
  )
}

function ReservationWork({ reserved }: { readonly reserved: Reserved }) {
  const t = useText()
  const locale = useLocale()
  const phase = useStore($payment, { ssr: 'initial' })
  const { reservationIdentifier: resId, total } = reserved
  const open = (because: CallRefusal | null = null): void => void openPaymentForm(payableOf(reserved, locale), because)
  const commit = (paymentIdentifier: string | null): void => void commitPayment(commitOf(reserved, paymentIdentifier))
  const begin = useEffectEvent(() => {
    const begun = begunPayment(resId)
    if (begun === null) $payment.set({ at: 'idle' })
    else commit(begun)
  })
  const openAgain = useEffectEvent(open)
  // Once for each time the page is opened.
  useEffect(() => begin(), [])
  useEffect(() => {
    if (phase.at === 'done') location.replace(`/cart/${phase.reservationIdentifier}`)
    if (phase.at === 'refused' && phase.way === 'card') openAgain(phase.refusal)
  }, [phase])
  if (phase.at === 'idle') {
    return (
      <button className="btn primary lg block" type="button" onClick={() => open()}>
        {t('checkout.payReservation', { total: ltr(formatShekels(total)) })} <Icon name="arrow" />
      </button>
    )
  }
  return (
    <PaymentWork
      phase={phase}
      commit={commit}
      refused={(refusal, way) => (
        <div className="stack">
          <RefusalNote refusal={refusal} way={way} />
          <button className="btn primary" type="button" onClick={() => open()}>
            {t('checkout.again')}
          </button>
        </div>
      )}
    />
  )
}

function payableOf({ reservationIdentifier, total }: Reserved, locale: string): Payable {
  return { locale, total, presentationId: null, of: { resId: reservationIdentifier } }
}

function commitOf({ reservationIdentifier, presentationIds }: Reserved, paymentIdentifier: string | null): Commit {
  const cart = { paymentIdentifier, seats: [] }
  return {
    scope: reservationIdentifier,
    paymentIdentifier,
    presentationIds,
    isHeld: false,
    ask: (recaptchaToken) => call('payReservation', { params: { resId: reservationIdentifier }, body: { cart, recaptchaToken } }),
  }
}
