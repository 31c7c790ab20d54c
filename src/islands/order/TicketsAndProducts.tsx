import { Named } from '#islands/ui/named.tsx'
import { useStore } from '@nanostores/react'
import { useEffect, useRef, type ReactNode } from 'react'
import { BusyLabel } from '#islands/ui/BusyLabel.tsx'
import { Icon } from '#islands/ui/icon.tsx'
import { useLocale, useText } from '#islands/ui/text.tsx'
import { useBusy } from '#islands/ui/use-busy.ts'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import { $codes, $takesCodes } from '#lib/client/order/codes-state.ts'
import { $allLines, $charged, $lines, $others, $totals } from '#lib/client/order/order.ts'
import { $isHold } from '#lib/client/seats/hold-mode.ts'
import { shownOrder } from '#lib/client/order/shown-lines.ts'
import { NOTHING_DUE, type OrderTotals } from '#lib/domain/pricing/price-order.ts'
import type { OrderLines, OrderPart } from '#lib/client/order/order-lines.ts'
import type { OrderPageStep } from '#lib/domain/cart/order-steps.ts'
import { formatLongDate } from '#lib/text/format-date.ts'
import { BottomBar } from './BottomBar.tsx'
import { CartNote, RemoveOther } from './CartNote.tsx'
import { CodeNews } from './CodeNews.tsx'
import { Codes } from './Codes.tsx'
import { placesText } from './place-text.ts'
import { Products } from './Products.tsx'
import { Summary } from './Summary.tsx'
import { TicketTypes } from './TicketTypes.tsx'
import type { Destination } from './use-open-order.ts'

interface Props {
  readonly presentation: PresentationAnswer
  readonly step: OrderPageStep
  /** The other presentations of the order as the server drew them. */
  readonly drawnOthers: readonly OrderPart[]
  readonly leave: (to: Destination) => Promise<void>
}

const NO_LINES = () => ({ seats: [], products: [] })
const NO_TOTALS = () => NOTHING_DUE

/** Ticket types, and below them, as a step of its own, the add-on products. */
export default function TicketsAndProducts({ presentation, step, drawnOthers, leave }: Props) {
  const t = useText()
  const lines = useStore($lines, { ssr: NO_LINES })
  const all = useStore($allLines, { ssr: NO_LINES })
  const charged = useStore($charged, { ssr: () => null })
  const totals = useStore($totals, { ssr: NO_TOTALS })
  const shown = shownOrder(all, charged).seats.slice(all.seats.length - lines.seats.length)
  const { isBusy, run } = useBusy()
  const goOn = (): void => run(() => leave(next))
  const next: Destination = step === 'tickets' && presentation.products.length > 0 ? 'products' : 'checkout'
  const isHold = useStore($isHold, { ssr: () => false })
  const label = next === 'products' ? t('order.toProducts') : t(isHold ? 'order.toHold' : 'order.toCheckout')
  const isPlacesOnly = lines.seats.length > 0 && lines.seats.every(({ seat }) => seat.x === null)
  const isComing = lines.seats.length === 0
  const extras = all.products.reduce((count, line) => count + line.quantity, 0)
  const what = [t('order.barTickets', { count: all.seats.length }), ...(extras > 0 ? [t('order.barExtras', { count: extras })] : [])].join(
    ', ',
  )
  return (
    <>
      <div className="wrap order-grid" aria-busy={isComing}>
        <div className="stack lg">
          <CartNote />
          <OthersNote drawn={drawnOthers} />
          <section>
            <StepHeading text={t(isPlacesOnly ? 'order.whichTickets' : 'order.whichTicket')} isCurrent={step === 'tickets'} />
            {isComing ? <p className="meta">{t('order.loading')}</p> : <TicketTypes lines={lines.seats} shown={shown} />}
          </section>
          <CodesWhereTaken />
          {step === 'products' && !isComing && <ProductStep presentation={presentation} onSkip={() => run(() => leave('checkout'))} />}
        </div>
        {/* Drawn anew with its step: on a phone it stands below what has come, and does not jump there. */}
        <WholeSummary key={step} presentation={presentation} own={lines} all={all} totals={totals}>
          <button className="btn primary lg block hide-m" type="button" disabled={isComing} aria-busy={isBusy} onClick={goOn}>
            <BusyLabel isBusy={isBusy}>
              {label} <Icon name="arrow" />
            </BusyLabel>
          </button>
        </WholeSummary>
      </div>
      <BottomBar what={what} total={totals.balanceDue}>
        <button className="btn primary" type="button" disabled={isComing} aria-busy={isBusy} onClick={goOn}>
          <BusyLabel isBusy={isBusy}>
            {next === 'products' || isHold ? t('order.next') : t('order.pay')} <Icon name="arrow" />
          </BusyLabel>
        </button>
      </BottomBar>
      <CodeNews total={totals.balanceDue} />
    </>
  )
}

function CodesWhereTaken() {
  const isTaken = useStore($takesCodes, { ssr: () => false })
  const applied = useStore($codes, { ssr: () => [] })
  if (!isTaken && applied.length === 0) return null
  return <Codes />
}

interface WholeProps {
  readonly presentation: PresentationAnswer
  readonly own: OrderLines
  readonly all: OrderLines
  readonly totals: OrderTotals
  readonly children: ReactNode
}

/** The whole order: this presentation, and under heads of their own the others. */
function WholeSummary({ presentation, own, all, totals, children }: WholeProps) {
  const t = useText()
  const others = useStore($others, { ssr: () => [] })
  const isHold = useStore($isHold, { ssr: () => false })
  const parts = [
    { presentation, places: placesText(t, own.seats) },
    ...others.map((part) => ({
      presentation: part.presentation,
      places: placesText(
        t,
        part.seats.map((seat) => ({ seat })),
      ),
      action: <RemoveOther part={part} isQuiet />,
    })),
  ]
  return (
    <Summary parts={parts} lines={all} items={[]} totals={totals} isLater={isHold}>
      {children}
    </Summary>
  )
}

/** What stands in the order beside this show, so that nothing of an earlier visit is bought unseen. */
function OthersNote({ drawn }: { readonly drawn: readonly OrderPart[] }) {
  const t = useText()
  const locale = useLocale()
  const others = useStore($others, { ssr: () => drawn })
  return others.map((part) => (
    <div className="note acc others-note" key={part.presentation.id}>
      <Icon name="clock" />
      <div className="row between wrap-ok">
        <span>
          {t('order.alsoInOrder', { tickets: t('order.barTickets', { count: part.seats.length }) })}{' '}
          <b>
            <Named>{part.presentation.featureName}</Named>
          </b>
          , {formatLongDate(Date.parse(part.presentation.dateTime), locale)}
        </span>
        <RemoveOther part={part} isQuiet={false} />
      </div>
    </div>
  ))
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
