import { rowText } from '#lib/text/row-text.ts'
import { Named } from '#islands/ui/named.tsx'
import { useStore } from '@nanostores/react'
import { memo, useState } from 'react'
import { Price } from '#islands/ui/price.tsx'
import { useText } from '#islands/ui/text.tsx'
import { $seatFilter } from '#lib/client/seats/choosing.ts'
import { $status, toggleSeat } from '#lib/client/seats/seats.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'
import { featuresOf, hasFeature } from '#lib/domain/seating/plan/seat-features.ts'
import { matcherOf } from '#lib/domain/seating/rules/seat-filter.ts'
import type { Hall, HallRow, HallSection } from '#lib/domain/seating/plan/seat-hall.ts'
import { groupByLevel } from '#lib/domain/seating/rules/seat-levels.ts'
import { isBlocked, type Bars } from '#lib/domain/seating/rules/seat-rules.ts'
import type { SectionSummary } from '#lib/domain/seating/rules/seat-sections.ts'
import { isFree, isYours, type HallStates } from '#lib/domain/seating/rules/seat-states.ts'
import { PlaceStepper } from './PlaceStepper.tsx'
import { money, placeName, priceOfGroup, wholeText, type Groups } from './seat-words.ts'
import { Sign } from './signs.tsx'

interface Props {
  readonly hall: Hall
  readonly groups: Groups
  readonly bars: Bars
  /** In the order in which they are shown. */
  readonly summaries: readonly SectionSummary[]
  /** By section: free seats that the filter leaves; null while nothing is filtered. */
  readonly matches: readonly number[] | null
  /** Shows what one sees from a section; null where sections have no pictures. */
  readonly onView: ((at: number) => void) | null
}

/** Choosing without the map: section, row, seat; and how many places where there are no seats. */
export function SeatList(props: Props) {
  const t = useText()
  const { hall, summaries, matches } = props
  const status = useStore($status)
  const isMapToo = hall.count > 0 && !props.groups.isListOnly
  const isShort = hall.count <= SHORT
  const own = hall.section[status?.states.status.indexOf(2) ?? -1]
  const sectionOf = (summary: SectionSummary) => {
    const section = hall.sections[summary.at]
    if (!section || !status) return null
    if (!section.isReserved) return <PlaceStepper key={section.id} section={section} price={summary.priceFrom} />
    const isOpen = own === undefined ? isShort && summary.at === firstReserved(hall) : own === summary.at
    // What is one's own stays in reach, whatever the filter says.
    if (matches?.[summary.at] === 0 && own !== summary.at) return null
    return <Section key={section.id} {...props} section={section} summary={summary} states={status.states} isOpenFirst={isOpen} />
  }
  return (
    <section className="card seclist" id="list" aria-labelledby="list-h">
      <div className="row between wrap-ok">
        <h2 id="list-h" tabIndex={-1}>
          {t(hall.count === 0 ? 'seats.placesTitle' : isMapToo ? 'seats.listTitle' : 'seats.listOnlyTitle')}
        </h2>
        {isMapToo && <span className="meta">{t('seats.listNote')}</span>}
      </div>
      {groupByLevel(hall, summaries).map(({ name, own: on }) => {
        const shown = on.map(sectionOf)
        if (name === '' || shown.every((one) => one === null)) return shown
        return (
          <div key={name} role="group" aria-label={name}>
            <h3 className="level-h">
              <Named>{name}</Named>
            </h3>
            {shown}
          </div>
        )
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
  const { at, priceFrom, priceTo, free, isSoldOut } = summary
  const { onView, matches } = props
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span>
          <Named>{section.name}</Named>
        </span>
        <span className="meta">{isSoldOut ? t('seats.soldOut') : t('seats.free', { count: matches?.[at] ?? free })}</span>
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
          {onView && (
            <button className="btn quiet view-btn" type="button" onClick={() => onView(at)}>
              <Sign name="view" />
              <Named>{t('seats.viewFrom', { section: section.name })}</Named>
            </button>
          )}
          <Rows {...props} at={at} sectionName={section.name} />
        </div>
      )}
    </details>
  )
}

type RowsProps = Omit<SectionProps, 'section' | 'summary' | 'isOpenFirst'> & { readonly at: number; readonly sectionName: string }

function Rows({ at, sectionName, hall, states, groups, bars }: RowsProps) {
  const filter = useStore($seatFilter)
  const isMatch = matcherOf(hall, states, filter)
  const now = { hall, states }
  return hall.rows.map((row) => {
    if (row.section !== at) return null
    const [seats, own]: [number[], number[]] = [[], []]
    for (let seat = row.first; seat < row.end; seat++) {
      if (isYours(states, seat)) own.push(seat)
      const isOffered = isFree(states, seat) && isMatch(seat) && !isBlocked(now, seat, bars)
      if (isOffered || isYours(states, seat)) seats.push(seat)
    }
    if (seats.length === 0) return null
    return (
      <Row key={row.first} {...{ row, sectionName, hall, groups }} ticketGroup={states.ticketGroup} seats={seats.join()} own={own.join()} />
    )
  })
}

interface RowProps {
  readonly row: HallRow
  readonly sectionName: string
  readonly hall: Hall
  readonly groups: Groups
  readonly ticketGroup: Int32Array
  /** What is shown and what is one's own, as text: a row whose seats stay as they are is not drawn anew. */
  readonly seats: string
  readonly own: string
}

const Row = memo(function Row({ row, sectionName, hall, groups, ticketGroup, seats, own }: RowProps) {
  const t = useText()
  const name = row.name === '' ? '' : rowText(t, 'seats', row.name)
  const whole = wholeText(t, hall, row.first)
  const chosen = new Set(own.split(','))
  return (
    <div className="rw">
      <b>
        <Named>{name}</Named>
      </b>
      <div
        role="group"
        aria-label={[name === '' ? sectionName : t('seats.inSection', { section: sectionName, row: name }), whole]
          .filter(Boolean)
          .join(', ')}
      >
        {seats.split(',').map((text) => {
          const seat = Number(text)
          const spoken = [
            placeName(t, { rowName: row.name, seatName: hall.names[seat], sectionName }),
            ...featuresOf(hall, seat).map((code) => t(`seats.feature.${String(code)}`)),
            money(priceOfGroup(groups, ticketGroup[seat] ?? 0)),
          ]
          return (
            <button
              key={seat}
              type="button"
              className={`sbtn${classesOf(hall, seat)}`}
              data-group={ticketGroup[seat]}
              aria-pressed={chosen.has(text)}
              aria-label={spoken.filter(Boolean).join(', ')}
              onClick={() => void toggleSeat(seat)}
            >
              {hall.names[seat]}
            </button>
          )
        })}
        {whole !== '' && (
          <span className="meta" aria-hidden="true">
            {whole}
          </span>
        )}
      </div>
    </div>
  )
})

/** Premium, accessible and limited view are seen, not only heard. */
function classesOf(hall: Hall, seat: number): string {
  const { isPremium, isHandicap, isCompanion, isLimitedView } = SEAT_FEATURE
  if (hasFeature(hall, seat, isHandicap, isCompanion)) return ' acc'
  if (hasFeature(hall, seat, isLimitedView)) return ' lim'
  return hasFeature(hall, seat, isPremium) ? ' prem' : ''
}
