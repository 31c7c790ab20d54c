import { Named } from '#islands/ui/named.tsx'
import { useStore } from '@nanostores/react'
import { lazy, memo, Suspense, useEffect, useMemo, useState, type ComponentProps, type ReactNode } from 'react'
import { Dialog } from '#islands/ui/Dialog.tsx'
import { useText } from '#islands/ui/text.tsx'
import { $picture, $way } from '#lib/client/seats/choosing.ts'
import { $seatsPhase, $takenSeat } from '#lib/client/seats/seats.ts'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { undrawnSections } from '#lib/domain/seating/rules/seat-levels.ts'
import { enterList, openSection } from './drawn-map.ts'
import { fetchSoon, lazyPart, useFetched } from './lazy-part.ts'
import { BestAbove, BestOnMap } from './panels/BestSeats.tsx'
import { Filters } from './panels/Filters.tsx'
import { Legend } from './panels/Legend.tsx'
import { SeatMap } from './SeatMap.tsx'
import { SeatNotices } from './SeatNotices.tsx'
import { useLoadedSeats, useSections, type Sections } from './use-sections.ts'
import type { BarProps } from './SectionOverview.tsx'
import { PictureButton, WaySwitch } from './WaySwitch.tsx'

const TakenDialog = lazy(() => import('./TakenDialog.tsx'))
const Pictures = lazy(() => import('./panels/Pictures.tsx'))
const loadCallout = () => import('./callout/SeatCallout.tsx')
const SeatCallout = lazyPart(loadCallout, 'SeatCallout')
const Found = lazyPart(() => import('./panels/Found.tsx'), 'Found')
const loadList = () => import('./SeatList.tsx')
const loadOverview = () => import('./SectionOverview.tsx')
const PlaceStepper = lazyPart(() => import('./PlaceStepper.tsx'), 'PlaceStepper')
const LevelSwitch = lazyPart(() => import('./LevelSwitch.tsx'), 'LevelSwitch')
const SectionBar = lazyPart<'SectionBar', BarProps>(loadOverview, 'SectionBar')

/** A hall with so many free seats has many sections, most likely: their place is kept until they are known, so that the map does not jump. */
const MANY_SEATS = 5_000

interface Props {
  readonly presentation: PresentationAnswer
}

interface ChooserProps extends Props {
  /** Stands under the question. */
  readonly children?: ReactNode
}

/**
 * The first step of an order: where to sit. Map, list and steppers show the same seats at the same prices. What changes of the order around it changes nothing of it.
 */
// oxlint-disable-next-line complexity -- Which part is there and which is not stands in one place, and within the last bytes of what a page may send.
export const SeatChooser = memo(function SeatChooser({ presentation, children }: ChooserProps) {
  const load = useLoadedSeats(presentation)
  const sections = useSections(presentation)
  const way = useStore($way, { ssr: 'initial' })
  const [asked, setAsked] = useState<number | null>(null)
  // A message about a lost connection must be here before it is lost.
  useEffect(() => fetchSoon(loadCallout), [])
  const { hall, summaries, ordered, matches, found, isBig } = sections
  const { seatingPolicyId, seatRules, maxSeats, hasReservedSection, isListOnly, hasSectionViews } = presentation
  const isMap = hasReservedSection && !isListOnly
  const isMapShown = isMap && way === 'map'
  const { keepOneFree } = seatRules
  const bars = useMemo(() => ({ seatingPolicyId, keepOneFree }), [seatingPolicyId, keepOneFree])
  const shared = { groups: presentation, bars }
  const onView = hasSectionViews ? (at: number) => $picture.set(at) : null
  // Not on the server: what comes later there comes by a script of its own.
  const callout = hall && (
    <Suspense>
      <SeatCallout groups={presentation} isOnMap={isMapShown} />
    </Suspense>
  )
  const counted = hall && (
    <Suspense>
      <Found groups={presentation} matches={found} />
    </Suspense>
  )
  const onMap = { isBig, isShown: isMapShown, onSection: setAsked, onRetry: load, after: isMapShown && callout }
  return (
    <div className="stack chooser">
      <div className={isMapShown ? 'chooser-first' : 'stack'}>
        <Head presentation={presentation} isMap={isMap} />
        {children}
        {hasReservedSection && <Filters groups={presentation} hall={hall} matches={found} />}
        {hasReservedSection && !isMapShown && counted}
        {isMapShown && <Levels sections={sections} />}
        {isMapShown && <Overview presentation={presentation} sections={sections} />}
        {isMap && (
          <SeatMap {...shared} {...onMap} summaries={summaries}>
            <BestOnMap maxSeats={maxSeats} />
            <div className="map-says">
              <Suspense>{hall && <SectionBar hall={hall} summaries={summaries} onPlaces={setAsked} onView={onView} />}</Suspense>
              {isMapShown && counted}
            </div>
          </SeatMap>
        )}
      </div>
      <SeatNotices groups={presentation} />
      {!isMapShown && callout}
      <BestAbove {...presentation} />
      {isMapShown && <UndrawnNote hall={hall} />}
      {isMapShown && <Legend hall={hall} bars={bars} />}
      <List {...shared} hall={hall} summaries={ordered} matches={matches} onView={onView} isAlone={!isMapShown} onRetry={load} />
      <AskedPlaces asked={asked} sections={sections} onClose={() => setAsked(null)} />
      <LaterDialogs presentation={presentation} sections={sections} />
    </div>
  )
})

interface ListProps extends Omit<ComponentProps<Awaited<ReturnType<typeof loadList>>['SeatList']>, 'hall'> {
  readonly hall: Hall | null
  /** Whether there is no map to choose on meanwhile. */
  readonly isAlone: boolean
  readonly onRetry: () => void
}

/** The list, which is fetched beside the hall and drawn with it; where it does not come the map sells the same seats. */
function List({ hall, isAlone, onRetry, ...list }: ListProps) {
  const loaded = useFetched(loadList)
  if (hall && loaded) return <loaded.SeatList {...list} hall={hall} />
  return isAlone && <ListOnItsWay onRetry={onRetry} />
}

/** The question, and the ways of looking for seats. */
function Head({ presentation: { hasReservedSection, imageMap }, isMap }: Props & { readonly isMap: boolean }) {
  const t = useText()
  const onPicture = imageMap ? () => $picture.set('venue') : null
  return (
    <div className="row between wrap-ok">
      <h1>
        <Named>{t(hasReservedSection ? 'seats.title' : 'seats.titlePlaces')}</Named>
      </h1>
      {isMap && <WaySwitch onPicture={onPicture} />}
      {!isMap && onPicture && <PictureButton onPress={onPicture} />}
    </div>
  )
}

/** The switch of a house with several floors. */
function Levels({ sections: { hall, summaries, matches } }: Omit<PartProps, 'presentation'>) {
  if (!hall?.levels) return null
  return (
    <Suspense fallback={<div className="levels" />}>
      <LevelSwitch hall={hall} summaries={summaries} matches={matches} />
    </Suspense>
  )
}

/** Which sections have no picture, and the way to their seats. */
function UndrawnNote({ hall }: Pick<Sections, 'hall'>) {
  const t = useText()
  const sections = hall ? undrawnSections(hall) : []
  if (sections.length === 0) return null
  return (
    <p className="note row between wrap-ok undrawn">
      <Named>{t('seats.undrawn', { sections: sections.map(({ name }) => name).join(', ') })}</Named>
      <button className="btn quiet" type="button" onClick={enterList}>
        {t('seats.toList')}
      </button>
    </p>
  )
}

interface PartProps extends Props {
  readonly sections: Sections
}

/** The sections of a big hall above its map, or the place for them. */
function Overview({ presentation: { available }, sections }: PartProps) {
  const { hall, isBig, ordered, matches, sort, setSort } = sections
  const loaded = useFetched(loadOverview)
  if (hall ? !isBig : available < MANY_SEATS) return null
  if (!hall || !loaded) return <div className="overview" />
  return <loaded.SectionOverview hall={hall} summaries={ordered} matches={matches} sort={sort} onSort={setSort} />
}

interface AskedProps {
  /** A section of general admission by its index in the hall; null: none. */
  readonly asked: number | null
  readonly sections: Sections
  readonly onClose: () => void
}

/** Asks how many places of a section that was pressed on the map are wanted. */
function AskedPlaces({ asked, sections: { hall, summaries }, onClose }: AskedProps) {
  const t = useText()
  const section = asked === null ? undefined : hall?.sections[asked]
  if (!section) return null
  return (
    <Dialog label={section.name} onClose={onClose}>
      <Suspense>
        <PlaceStepper section={section} price={summaries[asked ?? 0]?.priceFrom ?? null} />
      </Suspense>
      <button className="btn primary" type="button" onClick={onClose}>
        {t('seats.backToMap')}
      </button>
    </Dialog>
  )
}

/** The dialogs that are fetched when they are needed: a seat that somebody else took, and pictures of the hall. */
function LaterDialogs({ presentation, sections: { hall, summaries } }: PartProps) {
  const taken = useStore($takenSeat, { ssr: 'initial' })
  const picture = useStore($picture, { ssr: 'initial' })
  const close = () => $picture.set(null)
  const shown = { presentation, summaries, onSection: openSection, onClose: close }
  return (
    <Suspense>
      {taken && <TakenDialog groups={presentation} />}
      {picture !== null && hall && <Pictures {...shown} hall={hall} shown={picture} />}
    </Suspense>
  )
}

/** Where the list will be, while it is loaded; and the way to try again if it was not. */
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
