import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Price } from '#islands/price.tsx'
import { useText } from '#islands/text.tsx'
import { $status, toggleSeat } from '#lib/client/seats.ts'
import { SEAT_FEATURE } from '#lib/domain/seatplan.ts'
import { hasFeature } from '#lib/domain/seat-features.ts'
import type { Hall, HallRow, HallSection } from '#lib/domain/seat-hall.ts'
import { isBlocked } from '#lib/domain/seat-rules.ts'
import type { SectionSummary } from '#lib/domain/seat-sections.ts'
import { isFree, isYours, type HallStates } from '#lib/domain/seat-states.ts'
import { PlaceStepper } from './PlaceStepper.tsx'
import { money, placeName, priceOfGroup, type Groups } from './seat-words.ts'
import { Sign } from './signs.tsx'

interface Props {
  readonly hall: Hall
  readonly groups: Groups
  readonly seatingPolicyId: number
  readonly filter: number | null
  readonly summaries: readonly SectionSummary[]
}

/** Choosing without the map: section, row, seat; and how many places where there are no seats. */
export function SeatList(props: Props) {
  const t = useText()
  const { hall, summaries } = props
  const status = useStore($status)
  const isMapToo = hall.count > 0
  const isShort = hall.count <= SHORT
  const own = hall.section[status?.states.status.indexOf(2) ?? -1]
  return (
    <section className="card seclist" id="list" aria-labelledby="list-h">
      <div className="row between wrap-ok">
        <h2 id="list-h" tabIndex={-1}>
          {t(isMapToo ? 'seats.listTitle' : 'seats.placesTitle')}
        </h2>
        {isMapToo && <span className="meta">{t('seats.listNote')}</span>}
      </div>
      {summaries.map((summary) => {
        const section = hall.sections[summary.at]
        if (!section || !status) return null
        if (!section.isReserved) return <PlaceStepper key={section.id} section={section} price={summary.priceFrom} />
        const isOpen = own === undefined ? isShort && summary.at === firstReserved(hall) : own === summary.at
        return <Section key={section.id} {...props} section={section} summary={summary} states={status.states} isOpenFirst={isOpen} />
      })}
    </section>
  )
}

/** Up to this many seats the first section stands open from the start. */
const SHORT = 120

function firstReserved(hall: Hall): number {
  return hall.sections.findIndex((section) => section.isReserved)
}

interface SectionProps extends Props {
  readonly section: HallSection
  readonly summary: SectionSummary
  readonly states: HallStates
  readonly isOpenFirst: boolean
}

function Section({ section, summary, isOpenFirst, ...props }: SectionProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(isOpenFirst)
  const { priceFrom, priceTo, free } = summary
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span>{section.name}</span>
        <span className="meta">{summary.isSoldOut ? t('seats.soldOut') : t('seats.free', { count: free })}</span>
        <span>
          {priceFrom !== null && <Price amount={priceFrom} />}
          {priceTo !== priceFrom && priceTo !== null && (
            <>
              –<Price amount={priceTo} />
            </>
          )}
        </span>
        <Sign name="open" />
      </summary>
      {isOpen && (
        <div className="rows">
          {props.hall.rows.map(
            (row) => row.section === summary.at && <Row key={row.first} row={row} sectionName={section.name} {...props} />,
          )}
        </div>
      )}
    </details>
  )
}

function Row({
  row,
  sectionName,
  hall,
  states,
  groups,
  filter,
  seatingPolicyId,
}: Omit<SectionProps, 'section' | 'summary' | 'isOpenFirst'> & { readonly row: HallRow; readonly sectionName: string }) {
  const t = useText()
  const seats: number[] = []
  for (let seat = row.first; seat < row.end; seat++) {
    const isOffered =
      isFree(states, seat) && (filter === null || filter === states.ticketGroup[seat]) && !isBlocked(hall, states, seat, seatingPolicyId)
    if (isOffered || isYours(states, seat)) seats.push(seat)
  }
  if (seats.length === 0) return null
  const name = row.name === '' ? '' : t('seats.row', { row: row.name })
  return (
    <div className="rw">
      <b>{name}</b>
      <div role="group" aria-label={[sectionName, name].filter(Boolean).join(', ')}>
        {seats.map((seat) => (
          <button
            key={seat}
            type="button"
            className={hasFeature(hall, seat, SEAT_FEATURE.isPremium) ? 'sbtn prem' : 'sbtn'}
            aria-pressed={isYours(states, seat)}
            aria-label={[placeName(t, row.name, hall.names[seat], sectionName), money(priceOfGroup(groups, states.ticketGroup[seat] ?? 0))]
              .filter(Boolean)
              .join(', ')}
            onClick={() => void toggleSeat(seat)}
          >
            {hall.names[seat]}
          </button>
        ))}
      </div>
    </div>
  )
}
