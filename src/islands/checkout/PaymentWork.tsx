import type { ReactNode } from 'react'
import { Icon } from '#islands/ui/icon.tsx'
import { useText } from '#islands/ui/text.tsx'
import type { CallRefusal } from '#lib/client/http/call.ts'
import type { PaymentPhase, WayOn } from '#lib/client/checkout/payment-phase.ts'
import { LeaveToPay } from './LeaveToPay.tsx'
import { PaymentFrame } from './PaymentFrame.tsx'
import { RefusalNote } from './RefusalNote.tsx'
import { WaitingPanel } from './WaitingPanel.tsx'

interface Props {
  readonly phase: PaymentPhase
  readonly commit: (paymentIdentifier: string | null) => void
  readonly refused: (refusal: CallRefusal, way: WayOn) => ReactNode
}

/** What the payment is at: the provider's form in its frame or on its own page, nothing to pay, waiting, or a refusal. */
export function PaymentWork({ phase, commit, refused }: Props) {
  const t = useText()
  switch (phase.at) {
    case 'idle':
    case 'opening':
      return <PaymentFrame url={null} onPaid={commit} />
    case 'form':
    case 'leave':
      return (
        <div className="stack">
          {phase.refusal && <RefusalNote refusal={phase.refusal} way="card" />}
          {phase.at === 'form' ? <PaymentFrame key={phase.url} url={phase.url} onPaid={commit} /> : <LeaveToPay url={phase.url} />}
          <p className="meta pay-once">{t('checkout.chargedOnce')}</p>
        </div>
      )
    case 'free':
      return (
        <div className="stack">
          {phase.refusal && <RefusalNote refusal={phase.refusal} way="again" />}
          <p className="note ok">
            <Icon name="tick" />
            <span>{t('checkout.nothingToPay')}</span>
          </p>
          <button className="btn primary lg block" type="button" onClick={() => commit(null)}>
            {t('checkout.finishFree')} <Icon name="arrow" />
          </button>
        </div>
      )
    case 'refused':
      return refused(phase.refusal, phase.way)
    default:
      return <WaitingPanel isChecking={phase.at === 'checking'} />
  }
}
