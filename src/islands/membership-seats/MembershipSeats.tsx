import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useState, type ComponentProps, type ReactNode, type SyntheticEvent } from 'react'
import { Icon } from '#islands/ui/icon.tsx'
import { Named } from '#islands/ui/named.tsx'
import { Price } from '#islands/ui/price.tsx'
import { takesOut } from '#islands/ui/takes-out.ts'
import { TextProvider, useText, type TextProps } from '#islands/ui/text.tsx'
import { Toasts } from '#islands/ui/Toasts.tsx'
import { BottomBar } from '#islands/order/BottomBar.tsx'
import { seatText } from '#islands/order/place-text.ts'
import { SelectedMark } from '#islands/order/SelectedMark.tsx'
import { HoldProgress } from '#islands/order/HoldProgress.tsx'
import { BestCard } from '#islands/seat-map/panels/BestSeats.tsx'
import { ProblemNote } from '#islands/seat-map/ProblemNote.tsx'
import { SeatChooser } from '#islands/seat-map/SeatChooser.tsx'
import { $seatsPhase, $selectedSeats, $underWay, chooseTicket, releaseSeat, type SelectedSeat } from '#lib/client/seats/seats.ts'
import { choosing } from '#lib/client/seats/seats-state.ts'
import { indexOf } from '#lib/domain/seating/choosing/hall-seats.ts'
import { linesOf, type SeatLine } from '#lib/client/order/order-lines.ts'
import { DateStrip } from './DateStrip.tsx'
import { useOpenDates, type OpenedDates } from './use-open-dates.ts'
import '#islands/seat-map/seat-map.css'
import '#islands/order/order.css'

/** The seats are on the server already: the form only goes on. The map has forms of its own, so this one stands beside it. */
const FORM_ID = 'go-on'

interface Props extends TextProps {
  readonly opened: OpenedDates
  /** The evenings, drawn by the server. */
  readonly children?: ReactNode
}

/** Choosing seats of a membership: the order's seat map with one state a seat over all dates. */
export function MembershipSeats({ opened, texts, locale, children }: Props) {
  return (
    <TextProvider texts={texts} locale={locale}>
      <Step opened={opened}>{children}</Step>
      <Toasts />
    </TextProvider>
  )
}

function Step({ opened, children }: Omit<Props, keyof TextProps>) {
  const t = useText()
  const { hall, holders, isUpTo, next } = opened
  useOpenDates(opened)
  const seats = useStore($selectedSeats, { ssr: 'initial' })
  const phase = useStore($seatsPhase, { ssr: 'initial' })
  const isAsking = useStore($underWay, { ssr: 'initial' }) > 0
  const sorted = useMemo(() => inPlanOrder(seats), [seats])
  useAssignedPrices(opened, sorted)
  const lines = linesOf(hall, sorted, {}).seats
  const total = lines.reduce((sum, { price }) => sum + price, 0)
  // What was chosen before the page was opened makes the summary longer as soon as it is known.
  const isComing = phase !== 'ready' && phase !== 'failed' && seats.length === 0 && opened.hasSeats
  const isReady = phase === 'ready' && !isAsking && (isUpTo ? seats.length > 0 : seats.length >= holders.length)
  const [isSending, send] = useSending(isReady)
  const count = t(isUpTo ? 'enrol.upTo' : 'enrol.chosenOf', { chosen: seats.length, wanted: holders.length })
  const list = <Tray lines={lines} opened={opened} />
  const goOn = { next, disabled: !isReady, 'aria-busy': isSending }
  return (
    <>
      <form id={FORM_ID} method="post" noValidate onSubmit={send} />
      <div className="wrap order-grid order-seats" aria-busy={isComing}>
        <SeatChooser presentation={hall}>
          <p className="sub">{t('enrol.lead')}</p>
          <DateStrip evenings={opened.evenings} />
        </SeatChooser>
        <aside className="stack hide-m" aria-label={t('enrol.seatsOfAll')}>
          <div className="sum">
            <div className="bd">
              <div className="row between">
                <h2 className="tray-h">{t('enrol.seatsOfAll')}</h2>
                <span className="meta">{count}</span>
              </div>
              {list}
              {children}
              <div className="contents" role="status">
                <ProblemNote id="tray-problem" />
              </div>
              <dl>
                <div className="tot">
                  <dt>{t('enrol.sum')}</dt>
                  <dd>
                    <Price amount={total} />
                  </dd>
                </div>
              </dl>
              <GoOn {...goOn} className="btn primary lg block" />
              <HoldProgress />
            </div>
          </div>
          <BestCard maxSeats={holders.length} />
        </aside>
      </div>
      <Bar what={count} total={total} list={list}>
        <GoOn {...goOn} className="btn primary" />
      </Bar>
    </>
  )
}

function GoOn({ next, ...look }: ComponentProps<'button'> & { readonly next: string }) {
  return (
    <button type="submit" form={FORM_ID} {...look}>
      {next} <Icon name="arrow" />
    </button>
  )
}

/** Sends the form once; a page that comes back from the browser's memory may send again. */
function useSending(isReady: boolean) {
  const [isSending, setSending] = useState(false)
  useEffect(() => {
    const back = () => setSending(false)
    addEventListener('pageshow', back)
    return () => removeEventListener('pageshow', back)
  }, [])
  const send = (event: SyntheticEvent) => {
    if (!isReady || isSending) event.preventDefault()
    else setSending(true)
  }
  return [isSending, send] as const
}

interface BarProps {
  readonly what: string
  readonly total: number
  readonly list: ReactNode
  readonly children: ReactNode
}

function Bar({ what, total, list, children }: BarProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <BottomBar what={what} total={total} more={{ isOpen, toggle: () => setOpen(!isOpen), content: list }}>
      {children}
    </BottomBar>
  )
}

/** One line for each seat, with whose it is and the way to give it back on all dates. */
function Tray({ lines, opened: { holders, isUpTo } }: { readonly lines: readonly SeatLine[]; readonly opened: OpenedDates }) {
  const t = useText()
  if (lines.length === 0) return null
  return (
    <ul className="tray">
      {lines.map(({ seat, price }, at) => (
        <li key={seat.key}>
          <SelectedMark className="sw" />
          <span className="nm">
            <b>
              <Named>{seatText(t, seat)}</Named>
            </b>
            <small>
              <Named>{isUpTo ? seat.sectionName : (holders[at]?.text ?? '')}</Named>
            </small>
          </span>
          <Price amount={price} />
          <button
            {...takesOut('seat')}
            className="btn icon"
            type="button"
            aria-label={t('order.remove', { seat: seatText(t, seat) })}
            onClick={() => void releaseSeat(seat.key)}
          >
            <Icon name="cross" />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** As the server gives seats to holders: in the order of the plan. */
function inPlanOrder(seats: readonly SelectedSeat[]): readonly SelectedSeat[] {
  const state = choosing()
  return state ? seats.toSorted((one, other) => indexOf(state, one) - indexOf(state, other)) : seats
}

/** The first seat is the first holder's, under the first holder's price, and so on. */
function useAssignedPrices({ holders, isUpTo }: OpenedDates, sorted: readonly SelectedSeat[]): void {
  useEffect(() => {
    if (isUpTo) return
    sorted.forEach(({ key, ticketId }, at) => {
      const priceId = holders[at]?.priceId
      if (priceId !== undefined && priceId !== ticketId) chooseTicket(key, priceId)
    })
  }, [holders, isUpTo, sorted])
}
