import { Named } from '#islands/ui/named.tsx'
import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { BusyLabel } from '#islands/ui/BusyLabel.tsx'
import { Icon } from '#islands/ui/icon.tsx'
import { Price } from '#islands/ui/price.tsx'
import { BestCard } from '#islands/seat-map/panels/BestSeats.tsx'
import { ProblemNote } from '#islands/seat-map/ProblemNote.tsx'
import { takesOut } from '#islands/ui/takes-out.ts'
import { useText } from '#islands/ui/text.tsx'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import type { SeatLine } from '#lib/client/order/order-lines.ts'
import { $presentation } from '#lib/client/order/order.ts'
import { $picture } from '#lib/client/seats/choosing.ts'
import { $plan, releaseSeat } from '#lib/client/seats/seats.ts'
import type { ShownOrder } from '#lib/client/order/shown-lines.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { Moment } from '#lib/text/format-date.ts'
import type { Translate } from '#lib/text/translate.ts'
import { ChargeRows } from './ChargeRows.tsx'
import { seatNote, seatText } from './place-text.ts'
import { HoldProgress } from './HoldProgress.tsx'
import { SelectedMark } from './SelectedMark.tsx'
import { SummaryHead } from './SummaryHead.tsx'

interface Props {
  readonly presentation: PresentationAnswer
  readonly moment: Moment
  readonly lines: readonly SeatLine[]
  readonly shown: ShownOrder
  /** The chosen seats, drawn. */
  readonly list: ReactNode
  readonly isBusy: boolean
  readonly onContinue: () => void
}

/** The seats chosen so far, beside the map. */
export function SeatTray({ presentation, moment, lines, shown, list, isBusy, onContinue }: Props) {
  const t = useText()
  return (
    <aside className="stack hide-m" aria-label={t('order.yourSeats')}>
      <div className="sum">
        <SummaryHead presentation={presentation} moment={moment} places={[`${presentation.locationName}, ${presentation.city}`]} />
        <div className="bd">
          <div className="row between">
            <h2 className="tray-h">{chosenText(t, presentation, lines.length)}</h2>
            {presentation.maxSeats > 0 && <span className="meta">{t('order.upTo', { max: presentation.maxSeats })}</span>}
          </div>
          {list}
          <div className="contents" role="status">
            <ProblemNote id={PROBLEM_IDS.tray} />
          </div>
          <dl>
            {lines.length > 0 && <ChargeRows shown={shown} name={presentation.serviceCharge?.name} />}
            <div className="tot">
              <dt>{t('order.total')}</dt>
              <dd>
                <Price amount={shown.total} />
              </dd>
            </div>
          </dl>
          <button className="btn primary lg block" type="button" disabled={lines.length === 0} aria-busy={isBusy} onClick={onContinue}>
            <BusyLabel isBusy={isBusy}>
              {t('order.toTickets')} <Icon name="arrow" />
            </BusyLabel>
          </button>
          <HoldProgress />
        </div>
      </div>
      {presentation.hasReservedSection && <BestCard maxSeats={presentation.maxSeats} />}
    </aside>
  )
}

/** How many seats are chosen; where none are numbered, how many tickets. */
/** What is to be done first. */
export function chooseText(t: Translate, { hasReservedSection, isListOnly }: PresentationAnswer): string {
  return t(isListOnly ? 'order.chooseListed' : hasReservedSection ? 'order.chooseSeat' : 'seats.chooseTickets')
}

function chosenText(t: Translate, presentation: PresentationAnswer, count: number): string {
  const { hasReservedSection } = presentation
  if (count === 0) return chooseText(t, presentation)
  return t(hasReservedSection ? 'order.chosen' : 'seats.chosenTickets', { count })
}

/** Where it is said that the seats may not stay like this: beside the map, and above the bar of a phone. */
export const PROBLEM_IDS = { tray: 'tray-problem', bar: 'bar-problem' } as const

interface TrayListProps {
  readonly lines: readonly SeatLine[]
  readonly shown: ShownOrder
  readonly otherDates: string | undefined
}

/** One line for each seat, with the way to give it back, and the way to the same seats on another date. */
export function TrayList({ lines, shown, otherDates }: TrayListProps) {
  const t = useText()
  if (lines.length === 0) return null
  return (
    <>
      <ul className="tray">
        {lines.map((line, at) => (
          <TrayLine
            key={line.seat.key}
            line={line}
            price={shown.seats[at]?.price ?? line.price}
            isNewSection={line.seat.sectionId !== lines[at - 1]?.seat.sectionId}
          />
        ))}
      </ul>
      {otherDates && (
        <a className="link" href={otherDates}>
          {t('order.sameSeats')}
        </a>
      )}
    </>
  )
}

interface TrayLineProps {
  readonly line: SeatLine
  readonly price: Agorot
  readonly isNewSection: boolean
}

function TrayLine({ line, price, isNewSection }: TrayLineProps) {
  const t = useText()
  const { seat } = line
  const name = seatText(t, seat)
  return (
    <li>
      <SelectedMark className="sw" />
      <span className="nm">
        <b>
          <Named>{name}</Named>
        </b>
        <small>
          <Named>{seatNote(t, seat)}</Named>
        </small>
        {isNewSection && <ViewFrom sectionId={seat.sectionId} />}
      </span>
      <Price amount={price} />
      <button
        {...takesOut('seat')}
        className="btn icon"
        type="button"
        aria-label={t('order.remove', { seat: name })}
        onClick={() => void releaseSeat(seat.key)}
      >
        <Icon name="cross" />
      </button>
    </li>
  )
}

/** What one sees from there, where the venue has pictures of it. */
function ViewFrom({ sectionId }: { readonly sectionId: number }) {
  const t = useText()
  const hall = useStore($plan)
  const hasViews = useStore($presentation)?.hasSectionViews === true
  const at = hall?.sections.findIndex(({ id }) => id === sectionId) ?? -1
  if (!hasViews || at < 0) return null
  return (
    <button className="link view-link" type="button" onClick={() => $picture.set(at)}>
      {t('seats.viewHere')}
    </button>
  )
}
