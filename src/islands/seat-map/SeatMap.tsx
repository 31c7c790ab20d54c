import { useStore } from '@nanostores/react'
import { Suspense, useEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import { useText } from '#islands/ui/text.tsx'
import { $openSection } from '#lib/client/seats/choosing.ts'
import { $bestPhase, $plan, $seatsPhase, $underWay } from '#lib/client/seats/seats.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import type { Bars } from '#lib/domain/seating/rules/seat-rules.ts'
import { groupByLevel } from '#lib/domain/seating/rules/seat-levels.ts'
import type { SectionSummary } from '#lib/domain/seating/rules/seat-sections.ts'
import type { SeatMap as Drawn } from './core/seat-map.ts'
import { openSection } from './drawn-map.ts'
import { lazyPart } from './lazy-part.ts'
import { MapSkeleton } from './MapSkeleton.tsx'
import { priceFromText, type Groups } from './seat-words.ts'
import { Sign } from './signs.tsx'
import { useDrawnMap } from './use-drawn-map.ts'

interface Props {
  readonly groups: Groups
  readonly bars: Bars
  readonly summaries: readonly SectionSummary[]
  readonly onSection: (at: number) => void
  readonly onRetry: () => void
  /** Whether its sections are listed beside it. */
  readonly isBig: boolean
  /** False where seats are looked for in the list alone. */
  readonly isShown: boolean
  /** What stands on the map. */
  readonly children: ReactNode
  /** What comes after the seats for the keyboard. */
  readonly after: ReactNode
}

const SeatTip = lazyPart(() => import('./SeatTip.tsx'), 'SeatTip')

/** The map: a thin frame around core/seat-map.ts, which draws and is drawn on without React. */
export function SeatMap({ groups, bars, summaries, onSection, onRetry, isBig, isShown, children, after }: Props) {
  const t = useText()
  const hall = useStore($plan, { ssr: 'initial' })
  const phase = useStore($seatsPhase, { ssr: 'initial' })
  const layers = useRef<HTMLDivElement>(null)
  const minimap = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const shell = useRef<HTMLDivElement>(null)
  const { drawn, keepEarly } = useDrawnMap({ layers, minimap, grid }, { hall, bars, groups, isBig, onSection })
  useLabels(drawn, hall, summaries)
  const goTo = (at: number) => {
    if (!hall?.sections[at]?.isReserved) {
      onSection(at)
      return
    }
    openSection(at)
  }
  const press = (event: MouseEvent) => {
    const box = shell.current?.getBoundingClientRect()
    if (drawn || !box || (event.target instanceof Element && event.target.closest('button, select'))) return
    keepEarly(event.clientX - box.left, event.clientY - box.top)
  }
  return (
    // The keyboard presses the seats of the grid, which has handlers of its own.
    // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events, jsx-a11y-x/no-noninteractive-element-interactions
    <div
      ref={shell}
      className="map-shell"
      id="map"
      role="region"
      aria-label={t('seats.map')}
      aria-busy={phase === 'loading'}
      hidden={!isShown}
      onClick={press}
    >
      {phase !== 'ready' && <MapSkeleton />}
      <div ref={layers} className="map-layers" />
      <AtWork isLoading={phase === 'loading'} />
      {children}
      {hall && summaries.length > 1 && !isBig && <GoToSection hall={hall} summaries={summaries} onGo={goTo} />}
      <div ref={grid} className="vh" role="grid" aria-label={t('seats.grid')} aria-multiselectable="true" hidden={!hall?.count} />
      {after}
      <Suspense>{drawn && <SeatTip groups={groups} bars={bars} />}</Suspense>
      <div ref={minimap} className="minimap hide-d" aria-hidden="true" hidden />
      {phase === 'failed' && <Failed onRetry={onRetry} />}
      <ZoomButtons drawn={drawn} />
    </div>
  )
}

/** Writes names, prices and free places of the sections on the map. */
function useLabels(drawn: Drawn | null, hall: Hall | null, summaries: readonly SectionSummary[]): void {
  const t = useText()
  useEffect(() => {
    drawn?.label(
      summaries.map(({ at, priceFrom, priceTo, free }) => ({
        name: hall?.sections[at]?.name ?? '',
        price: priceFromText(t, priceFrom, priceTo),
        weight: free,
        places: free > 0 ? t('seats.free', { count: free }) : t('seats.soldOut'),
      })),
    )
  }, [drawn, hall, summaries, t])
}

interface GoToProps {
  readonly hall: Hall
  readonly summaries: readonly SectionSummary[]
  readonly onGo: (at: number) => void
}

function GoToSection({ hall, summaries, onGo }: GoToProps) {
  const t = useText()
  const options = (own: readonly SectionSummary[]) =>
    own.map(({ at, free, priceFrom, priceTo }) => (
      <option key={at} value={at}>
        {t(free > 0 && priceFrom !== null ? 'seats.section' : 'seats.sectionSoldOut', {
          section: hall.sections[at]?.name ?? '',
          price: priceFromText(t, priceFrom, priceTo),
          free,
        })}
      </option>
    ))
  return (
    <select className="map-go" aria-label={t('seats.goTo')} value="" onChange={(event) => onGo(Number(event.target.value))}>
      <option value="" disabled>
        {t('seats.goTo')}
      </option>
      {groupByLevel(hall, summaries).map(({ name, own }) =>
        name === '' ? (
          options(own)
        ) : (
          <optgroup key={name} label={name}>
            {options(own)}
          </optgroup>
        ),
      )}
    </select>
  )
}

function Failed({ onRetry }: Pick<Props, 'onRetry'>) {
  const t = useText()
  return (
    <div className="map-failed" role="alert">
      <p>{t('seats.loadFailed')}</p>
      <button className="btn ghost" type="button" onClick={onRetry}>
        {t('seats.retry')}
      </button>
    </div>
  )
}

const ZOOMS = [
  ['in', 'plus'],
  ['out', 'minus'],
  ['reset', 'whole'],
] as const

function ZoomButtons({ drawn }: { readonly drawn: Drawn | null }) {
  const t = useText()
  const zoom = (how: (typeof ZOOMS)[number][0]) => {
    drawn?.zoom(how)
    if (how === 'reset') $openSection.set(null)
  }
  return (
    <div className="zoom" role="group" aria-label={t('seats.zoom')}>
      {ZOOMS.map(([how, sign]) => (
        <button key={how} type="button" aria-label={t(`seats.zoom.${how}`)} onClick={() => zoom(how)}>
          <Sign name={sign} />
        </button>
      ))}
    </div>
  )
}

/** A sign that something is on its way; the style lets it appear only where that takes long enough to be felt. */
function AtWork({ isLoading }: { readonly isLoading: boolean }) {
  const t = useText()
  const isAsking = useStore($underWay, { ssr: 'initial' }) > 0
  const isChoosing = useStore($bestPhase, { ssr: 'initial' }) === 'working'
  if (!isLoading && !isAsking && !isChoosing) return null
  return <div className="at-work" role="progressbar" aria-label={t('seats.atWork')} />
}
