import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { Icon } from '#islands/icon.tsx'
import { useText } from '#islands/text.tsx'
import type { PresentationAnswer } from '#lib/contract/presentations.ts'
import { $lines, $totals } from '#lib/client/order.ts'
import { NOTHING_DUE } from '#lib/domain/price-order.ts'
import type { OrderPageStep } from '#lib/domain/order-steps.ts'
import { BottomBar } from './BottomBar.tsx'
import { placesText } from './place-text.ts'
import { Products } from './Products.tsx'
import { StoreNote } from './StoreNote.tsx'
import { Summary } from './Summary.tsx'
import { SummaryHead } from './SummaryHead.tsx'
import { TicketTypes } from './TicketTypes.tsx'
import type { Destination } from './use-open-order.ts'

interface Props {
  readonly presentation: PresentationAnswer
  readonly step: OrderPageStep
  readonly notice: string | null
  readonly leave: (to: Destination) => Promise<void>
}

const NO_LINES = () => ({ seats: [], products: [] })
const NO_TOTALS = () => NOTHING_DUE

/** Ticket types, and below them, as a step of its own, the add-on products. */
export function TicketsAndProducts({ presentation, step, notice, leave }: Props) {
  const t = useText()
  const lines = useStore($lines, { ssr: NO_LINES })
  const totals = useStore($totals, { ssr: NO_TOTALS })
  const next: Destination = step === 'tickets' && presentation.products.length > 0 ? 'products' : 'checkout'
  const label = next === 'products' ? t('order.toProducts') : t('order.toCheckout')
  const extras = lines.products.reduce((count, line) => count + line.quantity, 0)
  const what = [
    t('order.barTickets', { count: lines.seats.length }),
    ...(extras > 0 ? [t('order.barExtras', { count: extras })] : []),
  ].join(', ')
  return (
    <>
      <div className="wrap order-grid">
        <div className="stack lg">
          {notice !== null && <StoreNote text={notice} />}
          <section>
            <StepHeading text={t('order.whichTicket')} isCurrent={step === 'tickets'} />
            {lines.seats.length === 0 ? <p className="meta">{t('order.loading')}</p> : <TicketTypes lines={lines.seats} />}
          </section>
          {step === 'products' && <ProductStep presentation={presentation} onSkip={() => void leave('checkout')} />}
        </div>
        <Summary
          head={<SummaryHead presentation={presentation} places={placesText(t, lines.seats)} />}
          lines={lines}
          totals={totals}
          chargeName={presentation.serviceCharge?.name ?? t('common.handlingFee')}
        >
          <button
            className="btn primary lg block hide-m"
            type="button"
            disabled={lines.seats.length === 0}
            onClick={() => void leave(next)}
          >
            {label} <Icon name="arrow" />
          </button>
        </Summary>
      </div>
      <BottomBar what={what} total={totals.balanceDue}>
        <button className="btn primary" type="button" disabled={lines.seats.length === 0} onClick={() => void leave(next)}>
          {next === 'products' ? t('order.next') : t('order.pay')} <Icon name="arrow" />
        </button>
      </BottomBar>
    </>
  )
}

/** The heading takes the focus when its step begins, so that a screen reader hears where it is. */
function StepHeading({ text, isCurrent }: { readonly text: string; readonly isCurrent: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isCurrent) return
    heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [isCurrent])
  return (
    <h1 ref={heading} tabIndex={-1} className="order-h">
      {text}
    </h1>
  )
}

function ProductStep({ presentation, onSkip }: { readonly presentation: PresentationAnswer; readonly onSkip: () => void }) {
  const t = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  return (
    <section>
      <div className="row between wrap-ok order-sub">
        <h2 ref={heading} tabIndex={-1}>
          {t('order.addToEvening')}
        </h2>
        <button className="link" type="button" onClick={onSkip}>
          {t('order.skip')} <Icon name="arrow" />
        </button>
      </div>
      <Products products={presentation.products} />
    </section>
  )
}
