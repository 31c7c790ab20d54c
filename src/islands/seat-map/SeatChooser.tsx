import './seat-map.css'
import { useStore } from '@nanostores/react'
import { lazy, Suspense, useEffect, useMemo, useState, type ComponentProps, type ComponentType } from 'react'
import { Dialog } from '#islands/ui/Dialog.tsx'
import { useText } from '#islands/ui/text.tsx'
import { $openSection, $picture, $seatFilter, $way } from '#lib/client/seats/choosing.ts'
import { pressEarlyTaps } from '#lib/client/seats/early-taps.ts'
import { $places, $plan, $seatsPhase, $status, $takenSeat, groupOfPlaces, loadSeats, watchSeats } from '#lib/client/seats/seats.ts'
import type { PresentationAnswer } from '#lib/contract/presentations.ts'
import { hasManySections, orderSections, type SectionSort } from '#lib/domain/seating/rules/section-order.ts'
import { countMatches, isFiltering } from '#lib/domain/seating/rules/seat-filter.ts'
import { summarizeSections } from '#lib/domain/seating/rules/seat-sections.ts'
import { BestOnMap } from './panels/BestSeats.tsx'
import { Filters } from './panels/Filters.tsx'
import { Legend } from './panels/Legend.tsx'
import { PlaceStepper } from './PlaceStepper.tsx'
import { SeatList } from './SeatList.tsx'
import { SeatMap } from './SeatMap.tsx'
import { SeatNotices } from './SeatNotices.tsx'
import type { Found as FoundPart } from './panels/Found.tsx'
import { openSection, SectionBar, SectionOverview } from './SectionOverview.tsx'
import { priceForAnybody } from './seat-words.ts'
import { PictureButton, WaySwitch } from './WaySwitch.tsx'

const TakenDialog = lazy(() => import('./TakenDialog.tsx'))
const loadCallout = () =>
  import('./SeatCallout.tsx').then(
    (loaded) => ({ default: loaded.SeatCallout }),
    () => ({ default: () => null }),
  )
const SeatCallout = lazy(loadCallout)
const Found = lazy(() =>
  import('./panels/Found.tsx').then(
    (loaded) => ({ default: loaded.Found }),
    (): { readonly default: ComponentType<ComponentProps<typeof FoundPart>> } => ({ default: () => null }),
  ),
)
const Pictures = lazy(() => import('./panels/Pictures.tsx'))

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
  useEffect(() => {
    pressEarlyTaps()
    // A message about a lost connection must be here before it is lost.
    void loadCallout()
  }, [])
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
  const way = useStore($way, { ssr: 'initial' })
  const isMap = hasReservedSection
  const isMapShown = isMap && way === 'map'
  const isBig = hall !== null && hasManySections(hall)
  const { keepOneFree } = seatRules
  const bars = useMemo(() => ({ seatingPolicyId, keepOneFree }), [seatingPolicyId, keepOneFree])
  const shared = { groups: presentation, bars }
  const ordered = hall && isBig ? orderSections(hall, summaries, sort) : summaries
  const onView = hasSectionViews ? (at: number) => $picture.set(at) : null
  const onPicture = imageMap ? () => $picture.set('venue') : null
  // Not on the server: what comes later there comes by a script of its own.
  const callout = hall && (
    <Suspense>
      <SeatCallout groups={presentation} isOnMap={isMapShown} />
    </Suspense>
  )
  const found = matches && matches.reduce((sum, free) => sum + free, 0)
  const counted = hall && (
    <Suspense>
      <Found groups={presentation} matches={found} />
    </Suspense>
  )
  const pressed = asked === null ? undefined : hall?.sections[asked]
  return (
    <div className="stack chooser">
      <div className={isMapShown ? 'chooser-first' : 'stack'}>
        <div className="row between wrap-ok">
          <h1>{t(hasReservedSection ? 'seats.title' : 'seats.titlePlaces')}</h1>
          {isMap && <WaySwitch onPicture={onPicture} />}
          {!isMap && onPicture && <PictureButton onPress={onPicture} />}
        </div>
        {isMap && <Filters groups={presentation} hall={hall} matches={found} />}
        {isMap && !isMapShown && counted}
        {isMapShown && !hall && available >= MANY_SEATS && <div className="overview" />}
        {isMapShown && hall && isBig && <SectionOverview hall={hall} summaries={ordered} matches={matches} sort={sort} onSort={setSort} />}
        {isMap && (
          <SeatMap
            {...shared}
            summaries={summaries}
            isBig={isBig}
            isShown={isMapShown}
            onSection={setAsked}
            onRetry={load}
            after={isMapShown && callout}
          >
            <BestOnMap maxSeats={maxSeats} />
            <div className="map-says">
              {hall && <SectionBar hall={hall} summaries={summaries} onPlaces={setAsked} onView={onView} />}
              {isMapShown && counted}
            </div>
          </SeatMap>
        )}
      </div>
      <SeatNotices groups={presentation} />
      {!isMapShown && callout}
      {isMapShown && <Legend hall={hall} bars={bars} />}
      {hall ? (
        <SeatList {...shared} hall={hall} summaries={ordered} matches={matches} onView={onView} />
      ) : (
        !isMapShown && <ListOnItsWay onRetry={load} />
      )}
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

/** Where the list will be, while it is loaded; and the way to try again where it was not. */
function ListOnItsWay({ onRetry }: { readonly onRetry: () => void }) {
  const t = useText()
  const hasFailed = useStore($seatsPhase, { ssr: 'initial' }) === 'failed'
  return (
    <div className="card seclist list-wait" aria-busy={!hasFailed}>
      {hasFailed ? (
        <div className="list-failed" role="alert">
          <p>{t('seats.loadFailed')}</p>
          <button className="btn ghost" type="button" onClick={onRetry}>
            {t('seats.retry')}
          </button>
        </div>
      ) : (
        <div className="at-work" role="progressbar" aria-label={t('seats.atWork')} />
      )}
    </div>
  )
}
