import './seat-map.css'
import { useStore } from '@nanostores/react'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { Dialog } from '#islands/Dialog.tsx'
import { useText } from '#islands/text.tsx'
import { $openSection, $picture, $seatFilter } from '#lib/client/choosing.ts'
import { $places, $plan, $status, $takenSeat, groupOfPlaces, loadSeats, watchSeats } from '#lib/client/seats.ts'
import type { PresentationAnswer } from '#lib/contract/presentations.ts'
import { hasManySections, orderSections, type SectionSort } from '#lib/domain/section-order.ts'
import { countMatches, isFiltering } from '#lib/domain/seat-filter.ts'
import { summarizeSections } from '#lib/domain/seat-sections.ts'
import { BestOnMap } from './BestSeats.tsx'
import { Filters } from './Filters.tsx'
import { Legend } from './Legend.tsx'
import { PlaceStepper } from './PlaceStepper.tsx'
import { SeatList } from './SeatList.tsx'
import { SeatMap } from './SeatMap.tsx'
import { SeatNotices } from './SeatNotices.tsx'
import { openSection, SectionBar, SectionOverview } from './SectionOverview.tsx'
import { priceForAnybody } from './seat-words.ts'
import { Sign } from './signs.tsx'

const TakenDialog = lazy(() => import('./TakenDialog.tsx'))
const Pictures = lazy(() => import('./Pictures.tsx'))

/** A hall with so many free seats has many sections, most likely: their place is kept until they are known, so that the map does not jump. */
const MANY_SEATS = 5_000

interface Props {
  readonly presentation: PresentationAnswer
}

/** The first step of an order: where to sit. Map, list and steppers show the same seats at the same prices. */
export function SeatChooser({ presentation }: Props) {
  const t = useText()
  const hall = useStore($plan, { ssr: 'initial' })
  const status = useStore($status, { ssr: 'initial' })
  const places = useStore($places, { ssr: 'initial' })
  const filter = useStore($seatFilter, { ssr: 'initial' })
  const taken = useStore($takenSeat, { ssr: 'initial' })
  const [asked, setAsked] = useState<number | null>(null)
  const picture = useStore($picture, { ssr: 'initial' })
  const [sort, setSort] = useState<SectionSort>('near')
  const load = () => void loadSeats(presentation, presentation.ticketGroups)
  useEffect(load, [presentation])
  useEffect(() => watchSeats(), [])
  useEffect(() => $openSection.set(null), [hall])

  const summaries = useMemo(() => {
    if (!hall || !status) return []
    return summarizeSections(hall, status.states, places, (id) => priceForAnybody(presentation, id), groupOfPlaces)
  }, [hall, status, places, presentation])
  const matches = useMemo(
    () => (hall && status && isFiltering(filter) ? countMatches(hall, status.states, filter) : null),
    [hall, status, filter],
  )
  const { seatingPolicyId, seatRules, maxSeats, hasReservedSection, hasSectionViews, imageMap, available } = presentation
  const isMap = hasReservedSection || (hall?.sections.filter(({ outline }) => outline.length > 0).length ?? 0) > 1
  const isBig = hall !== null && hasManySections(hall)
  const { keepOneFree } = seatRules
  const bars = useMemo(() => ({ seatingPolicyId, keepOneFree }), [seatingPolicyId, keepOneFree])
  const shared = { groups: presentation, bars }
  const ordered = hall && isBig ? orderSections(hall, summaries, sort) : summaries
  const onView = hasSectionViews ? (at: number) => $picture.set(at) : null
  const pressed = asked === null ? undefined : hall?.sections[asked]
  return (
    <div className="stack chooser">
      <div className={isMap ? 'chooser-first' : 'stack'}>
        <div className="row between wrap-ok">
          <h1>{t(hasReservedSection ? 'seats.title' : 'seats.titlePlaces')}</h1>
          {isMap && <WaySwitch onPicture={imageMap ? () => $picture.set('venue') : null} />}
        </div>
        {isMap && <Filters groups={presentation} hall={hall} matches={matches && matches.reduce((sum, free) => sum + free, 0)} />}
        {!hall && available >= MANY_SEATS && <div className="overview" />}
        {hall && isBig && <SectionOverview hall={hall} summaries={ordered} matches={matches} sort={sort} onSort={setSort} />}
        {isMap && (
          <SeatMap {...shared} summaries={summaries} isBig={isBig} onSection={setAsked} onRetry={load}>
            {hasReservedSection && <BestOnMap maxSeats={maxSeats} />}
            {hall && <SectionBar hall={hall} summaries={summaries} onPlaces={setAsked} onView={onView} />}
          </SeatMap>
        )}
      </div>
      <SeatNotices groups={presentation} maxSeats={maxSeats} />
      {hasReservedSection && <Legend hall={hall} bars={bars} />}
      {hall && <SeatList {...shared} hall={hall} summaries={ordered} matches={matches} onView={onView} />}
      {pressed && (
        <Dialog label={pressed.name} onClose={() => setAsked(null)}>
          <PlaceStepper section={pressed} price={summaries[asked ?? 0]?.priceFrom ?? null} />
          <button className="btn primary" type="button" onClick={() => setAsked(null)}>
            {t('seats.backToMap')}
          </button>
        </Dialog>
      )}
      <Suspense>
        {taken && <TakenDialog groups={presentation} />}
        {picture !== null && hall && (
          <Pictures
            presentation={presentation}
            hall={hall}
            summaries={summaries}
            shown={picture}
            onSection={openSection}
            onClose={() => $picture.set(null)}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Map or list: both are on the page, this leads to one; where there is a picture of the venue it opens it. */
function WaySwitch({ onPicture }: { readonly onPicture: (() => void) | null }) {
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
      {onPicture && (
        <button type="button" onClick={onPicture}>
          <Sign name="picture" />
          {t('seats.way.picture')}
        </button>
      )}
    </div>
  )
}
