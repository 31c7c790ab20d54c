import './seat-map.css'
import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useState } from 'react'
import { Dialog } from '#islands/Dialog.tsx'
import { Price } from '#islands/price.tsx'
import { useText } from '#islands/text.tsx'
import { $places, $plan, $status, groupOfPlaces, loadSeats, watchSeats } from '#lib/client/seats.ts'
import type { PresentationAnswer } from '#lib/contract/presentations.ts'
import { maskOf } from '#lib/domain/seat-features.ts'
import type { Hall } from '#lib/domain/seat-hall.ts'
import { SINGLE_SEAT_POLICY } from '#lib/domain/seat-rules.ts'
import { summarizeSections } from '#lib/domain/seat-sections.ts'
import { SEAT_FEATURE } from '#lib/domain/seatplan.ts'
import { LOOKS } from './core/looks.ts'
import { PlaceStepper } from './PlaceStepper.tsx'
import { SeatList } from './SeatList.tsx'
import { SeatMap } from './SeatMap.tsx'
import { SeatNotices, TakenDialog } from './SeatNotices.tsx'
import { priceOfGroup, type Groups } from './seat-words.ts'
import { SeatSign, Sign } from './signs.tsx'

interface Props {
  readonly presentation: PresentationAnswer
  readonly ticketGroups: Groups
}

/** The first step of an order: where to sit. Map, list and steppers show the same seats at the same prices. */
export function SeatChooser({ presentation, ticketGroups }: Props) {
  const t = useText()
  const hall = useStore($plan, { ssr: 'initial' })
  const status = useStore($status, { ssr: 'initial' })
  const places = useStore($places, { ssr: 'initial' })
  const [filter, setFilter] = useState<number | null>(null)
  const [section, setSection] = useState<number | null>(null)
  const load = () => void loadSeats(presentation, ticketGroups)
  useEffect(load, [presentation, ticketGroups])
  useEffect(() => watchSeats(), [])

  const summaries = useMemo(() => {
    if (!hall || !status) return []
    return summarizeSections(hall, status.states, places, (id) => priceOfGroup(ticketGroups, id), groupOfPlaces)
  }, [hall, status, places, ticketGroups])
  const { seatingPolicyId, maxSeats } = presentation
  const isMap = presentation.hasReservedSection || (hall?.sections.filter(({ outline }) => outline.length > 0).length ?? 0) > 1
  const shared = { groups: ticketGroups, seatingPolicyId, filter, summaries }
  const pressed = section === null ? undefined : hall?.sections[section]
  return (
    <div className="stack chooser">
      <div className="row between wrap-ok">
        <h1>{t(presentation.hasReservedSection ? 'seats.title' : 'seats.titlePlaces')}</h1>
        {isMap && <WaySwitch />}
      </div>
      {isMap && <PriceChips groups={ticketGroups} hall={hall} chosen={filter} onChoose={setFilter} />}
      {isMap && <SeatMap {...shared} onSection={setSection} onRetry={load} />}
      <SeatNotices groups={ticketGroups} maxSeats={maxSeats} />
      {presentation.hasReservedSection && <Legend hall={hall} seatingPolicyId={seatingPolicyId} />}
      {hall && <SeatList {...shared} hall={hall} />}
      {pressed && (
        <Dialog label={pressed.name} onClose={() => setSection(null)}>
          <PlaceStepper section={pressed} price={summaries[section ?? 0]?.priceFrom ?? null} />
          <button className="btn primary" type="button" onClick={() => setSection(null)}>
            {t('seats.backToMap')}
          </button>
        </Dialog>
      )}
      <TakenDialog groups={ticketGroups} />
    </div>
  )
}

/** Map or list: both are on the page, this leads to one. */
function WaySwitch() {
  const t = useText()
  const [way, setWay] = useState<'map' | 'list'>('map')
  const goTo = (next: 'map' | 'list') => {
    setWay(next)
    const target = document.getElementById(next)
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    target?.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth', block: 'nearest' })
    document.getElementById(`${next}-h`)?.focus({ preventScroll: true })
  }
  return (
    <div className="seg" role="group" aria-label={t('seats.way')}>
      {(['map', 'list'] as const).map((one) => (
        <a
          key={one}
          href={`#${one}`}
          aria-current={way === one ? 'true' : undefined}
          onClick={(event) => {
            event.preventDefault()
            goTo(one)
          }}
        >
          <Sign name={one} />
          {t(`seats.way.${one}`)}
        </a>
      ))}
    </div>
  )
}

interface ChipsProps {
  readonly groups: Groups
  readonly hall: Hall | null
  readonly chosen: number | null
  readonly onChoose: (group: number | null) => void
}

/** One chip for each price; pressed again it shows all prices. */
function PriceChips({ groups, hall, chosen, onChoose }: ChipsProps) {
  const t = useText()
  const counts = useMemo(() => signsOf(hall), [hall])
  const offered = groups.filter(({ id }) => counts.has(id))
  if (hall && offered.length < 2) return null
  return (
    <div className="frow" role="group" aria-label={t('seats.filter')}>
      <button className="chip" type="button" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
        {t('seats.allPrices')}
      </button>
      {offered.map(({ id, name }) => {
        const price = priceOfGroup(groups, id)
        return (
          <button key={id} className="chip" type="button" aria-pressed={chosen === id} onClick={() => onChoose(chosen === id ? null : id)}>
            {counts.get(id) === 'wheelchair' && <Sign name="wheelchair" small="sm" />}
            <span>
              {counts.get(id) === 'star' && '★ '}
              {name}
            </span>
            {price !== null && <Price amount={price} />}
          </button>
        )
      })}
    </div>
  )
}

/** The groups that seats are sold under, and whether those seats are mostly premium or for wheelchairs. */
function signsOf(hall: Hall | null): ReadonlyMap<number, 'star' | 'wheelchair' | ''> {
  const states = $status.get()?.states
  const counts = new Map<number, [all: number, premium: number, accessible: number]>()
  const [premium, accessible] = [maskOf([SEAT_FEATURE.isPremium]), maskOf([SEAT_FEATURE.isHandicap, SEAT_FEATURE.isCompanion])]
  states?.ticketGroup.forEach((group, seat) => {
    const count = counts.get(group) ?? [0, 0, 0]
    const mask = hall?.features[seat] ?? 0
    counts.set(group, [count[0] + 1, count[1] + (mask & premium ? 1 : 0), count[2] + (mask & accessible ? 1 : 0)])
  })
  return new Map([...counts].map(([id, [all, star, wheel]]) => [id, star * 2 > all ? 'star' : wheel * 2 > all ? 'wheelchair' : '']))
}

/** What the signs mean; those that the hall has no seat for are left out. */
function Legend({ hall, seatingPolicyId }: { readonly hall: Hall | null; readonly seatingPolicyId: number }) {
  const t = useText()
  const { isPremium, isHandicap, isCompanion, isLimitedView, isCouch, isBedSeat } = SEAT_FEATURE
  const mask = useMemo(() => hall?.features.reduce((all, one) => all | one, 0) ?? 0, [hall])
  const has = (...codes: readonly number[]) => (mask & maskOf(codes)) !== 0
  const isShown = {
    available: true,
    premium: has(isPremium),
    selected: true,
    taken: true,
    held: true,
    blocked: seatingPolicyId === SINGLE_SEAT_POLICY || has(isCouch, isBedSeat),
    wheelchair: has(isHandicap),
    companion: has(isCompanion),
    limited: has(isLimitedView),
  }
  return (
    <ul className="legend" aria-label={t('seats.legend')}>
      {LOOKS.map(
        (look, at) =>
          isShown[look] && (
            <li key={look}>
              <SeatSign look={at} />
              {t(`seats.legend.${look}`)}
            </li>
          ),
      )}
    </ul>
  )
}
