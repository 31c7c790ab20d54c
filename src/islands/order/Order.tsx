import { useStore } from '@nanostores/react'
import { lazy, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { BusyLabel } from '#islands/ui/BusyLabel.tsx'
import { Icon } from '#islands/ui/icon.tsx'
import { ProblemNote } from '#islands/seat-map/ProblemNote.tsx'
import { SeatChooser } from '#islands/seat-map/SeatChooser.tsx'
import { TextProvider, useText, type TextProps } from '#islands/ui/text.tsx'
import { useBusy } from '#islands/ui/use-busy.ts'
import { Toasts } from '#islands/ui/Toasts.tsx'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import { cameFromExpiry } from '#lib/client/seats/expiry-mark.ts'
import { enterMode } from '#lib/client/seats/hold-mode.ts'
import { askWait } from '#lib/client/seats/hold-wait.ts'
import { $lines, type Opened } from '#lib/client/order/order.ts'
import { $seatsPhase, $selectionProblem } from '#lib/client/seats/seats.ts'
import { shownOrder } from '#lib/client/order/shown-lines.ts'
import { $step } from '#lib/client/order/steps.ts'
import { showToast } from '#lib/client/toasts.ts'
import type { OrderPageStep } from '#lib/domain/cart/order-steps.ts'
import type { Translate } from '#lib/text/translate.ts'
import { BottomBar } from './BottomBar.tsx'
import { CartNote } from './CartNote.tsx'
import { chooseText, PROBLEM_IDS, SeatTray, TrayList } from './SeatTray.tsx'
import { unpackOrder } from './packed-order.ts'
import { useOpenOrder } from './use-open-order.ts'
import '#islands/seat-map/seat-map.css'
import './order.css'

/** The later steps come with the first chosen seat: whoever only looks at the hall does without. */
const loadTickets = () => import('./TicketsAndProducts.tsx')
const TicketsAndProducts = lazy(loadTickets)
const WaitNote = lazy(() => import('#islands/seat-map/WaitNote.tsx'))

interface Props extends TextProps {
  /** Packed: what the order begins with. */
  readonly opened: string
  /** The step that the address named when the server drew the page. */
  readonly step: OrderPageStep
}

/** The first three steps of an order: seats, ticket types, add-on products. */
export function Order({ opened: packed, step, texts, locale }: Props) {
  const [opened] = useState(() => unpackOrder(packed))
  return (
    <TextProvider texts={texts} locale={locale}>
      <Suspense>
        <OrderWork opened={opened} drawn={step} />
      </Suspense>
      <Toasts />
    </TextProvider>
  )
}

function OrderWork({ opened, drawn }: { readonly opened: Opened; readonly drawn: OrderPageStep }) {
  useState(() => enterMode(opened.isHold === true))
  // Deferred: the step before stays on the page until the next one is here.
  const step = useDeferredValue(useStore($step, { ssr: 'initial' }) ?? drawn)
  const t = useText()
  const { leave } = useOpenOrder(opened)
  const { isBusy, run } = useBusy()
  const { presentation } = opened
  const toTickets = async (): Promise<void> => {
    const isLoaded = await loadTickets().then(
      () => true,
      () => false,
    )
    if (isLoaded) await leave('tickets')
    else showToast(t('order.offline'), 'bad')
  }
  if (step === 'seats') return <SeatStep opened={opened} isBusy={isBusy} onContinue={() => run(toTickets)} />
  return <TicketsAndProducts presentation={presentation} step={step} drawnOthers={opened.others} leave={leave} />
}

interface SeatStepProps {
  readonly opened: Opened
  readonly isBusy: boolean
  readonly onContinue: () => void
}

function SeatStep({ opened, isBusy, onContinue }: SeatStepProps) {
  const { presentation, moment, cart, otherDates } = opened
  const t = useText()
  const { seats } = useStore($lines, { ssr: () => ({ seats: [], products: [] }) })
  const shown = shownOrder({ seats, products: [] }, presentation)
  const problem = useStore($selectionProblem, { ssr: 'initial' })
  const hasSeats = seats.length > 0
  const phase = useStore($seatsPhase, { ssr: 'initial' })
  // What was chosen before the page was opened makes the summary longer as soon as it is known.
  const isComing = phase !== 'ready' && phase !== 'failed' && !hasSeats && (cart?.presentations ?? []).length > 0
  useEffect(() => {
    // A lost connection is told when somebody wants to go on.
    if (hasSeats) loadTickets().catch(() => undefined)
  }, [hasSeats])
  const [isListed, setListed] = useState(false)
  const [isAsked, setAsked] = useState(false)
  if (isAsked && !problem) setAsked(false)
  useEffect(() => {
    if (isAsked && problem) focusProblem()
  }, [isAsked, problem])
  const goOn = () => {
    if (!problem) {
      onContinue()
      return
    }
    if (isAsked) focusProblem()
    setAsked(true)
  }
  const list = <TrayList lines={seats} shown={shown} otherDates={otherDates} />
  return (
    <>
      <div className="wrap order-grid order-seats" aria-busy={isComing}>
        <div className="stack m-tight">
          <ExpiredNote presentationId={presentation.id} />
          <CartNote />
          <SeatChooser presentation={presentation} />
        </div>
        <SeatTray presentation={presentation} moment={moment} lines={seats} shown={shown} list={list} isBusy={isBusy} onContinue={goOn} />
      </div>
      <BottomBar
        what={barText(t, presentation, seats.length)}
        total={shown.total}
        {...(seats.length > 0 && { more: { isOpen: isListed, toggle: () => setListed(!isListed), content: list } })}
        above={isAsked && <ProblemNote id={PROBLEM_IDS.bar} />}
      >
        <button className="btn primary" type="button" disabled={seats.length === 0} aria-busy={isBusy} onClick={goOn}>
          <BusyLabel isBusy={isBusy}>
            {t('order.next')} <Icon name="arrow" />
          </BusyLabel>
        </button>
      </BottomBar>
    </>
  )
}

function barText(t: Translate, presentation: PresentationAnswer, count: number): string {
  if (count === 0) return chooseText(t, presentation)
  return t(presentation.hasReservedSection ? 'order.barSeats' : 'seats.barTickets', { count })
}

/** Whoever wants to go on with seats that may not stay like this is led to the reason; nothing is lost. */
function focusProblem(): void {
  const note = Object.values(PROBLEM_IDS)
    .map((id) => document.getElementById(id))
    .find((one) => one?.checkVisibility())
  note?.focus()
}

/** Says once why the page came back to its beginning, and counts down to when one may choose again. */
function ExpiredNote({ presentationId }: { readonly presentationId: number }) {
  const t = useText()
  const [came, setCame] = useState(false)
  useEffect(() => {
    if (!cameFromExpiry()) return
    // eslint-disable-next-line react-hooks/set-state-in-effect -- The mark is in the browser's memory, which the server's drawing does not know.
    setCame(true)
    void askWait(presentationId)
  }, [presentationId])
  if (!came) return null
  return (
    <div className="note warn">
      <Icon name="clock" />
      <span>
        <span role="alert">
          <b>{t('order.expiredTitle')}.</b> {t('order.expiredText')}
        </span>{' '}
        <Suspense>
          <WaitNote />
        </Suspense>
      </span>
    </div>
  )
}
