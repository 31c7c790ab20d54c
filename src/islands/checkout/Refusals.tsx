import { useEffect, useState } from 'react'
import { Icon } from '#islands/ui/icon.tsx'
import { useText } from '#islands/ui/text.tsx'
import type { CallRefusal } from '#lib/client/http/call.ts'
import { choicePath, goToView, type Checkout } from '#lib/client/checkout/checkout.ts'
import { inMode } from '#lib/client/seats/hold-mode.ts'
import { repriced } from '#lib/client/checkout/checkout-reprice.ts'
import type { WayOn } from '#lib/client/checkout/payment-phase.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { ltr } from '#lib/text/isolate.ts'
import { RefusalNote } from './RefusalNote.tsx'

interface PanelProps {
  readonly refusal: CallRefusal
  readonly way: WayOn
  readonly checkout: Checkout
  readonly open: (because?: CallRefusal | null) => void
  readonly onReprice: (checkout: Checkout) => void
}

export function RefusedPanel({ refusal, way, checkout, open, onReprice }: PanelProps) {
  return (
    <div className="stack">
      <RefusalNote refusal={refusal} way={way} />
      <div className="row wrap-ok">
        {way === 'price' ? <NewPrice checkout={checkout} onReprice={onReprice} /> : <WayButton way={way} checkout={checkout} open={open} />}
      </div>
    </div>
  )
}

function WayButton({ way, checkout, open }: Pick<PanelProps, 'way' | 'checkout' | 'open'>) {
  const t = useText()
  if (way === 'seats') {
    return (
      <a className="btn primary" href={inMode(choicePath(checkout))}>
        {t('checkout.backToSeats')} <Icon name="arrow" />
      </a>
    )
  }
  const go = (): void => (way === 'details' ? goToView('details') : open())
  return (
    <button className="btn primary" type="button" onClick={go}>
      {t(way === 'details' ? 'checkout.backToDetails' : 'checkout.again')}
    </button>
  )
}

/** The new total, and a question: nobody pays another price than the one on the button. Until it is known, the checkout shows it. */
function NewPrice({ checkout, onReprice }: Pick<PanelProps, 'checkout' | 'onReprice'>) {
  const t = useText()
  const [fresh, setFresh] = useState<Checkout | null>(null)
  useEffect(() => {
    void repriced(checkout).then(setFresh)
  }, [checkout])
  if (!fresh) {
    return (
      <a className="btn primary" href={inMode('/booking/checkout')}>
        {t('checkout.seeNewPrice')}
      </a>
    )
  }
  const total = ltr(formatMoney(fresh.totals.balanceDue))
  return (
    <>
      <p>{t('checkout.newTotal', { old: ltr(formatMoney(checkout.totals.balanceDue)), total })}</p>
      <button className="btn primary" type="button" onClick={() => onReprice(fresh)}>
        {t('checkout.acceptPrice', { total })}
      </button>
    </>
  )
}
