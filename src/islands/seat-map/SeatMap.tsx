import { useStore } from '@nanostores/react'
import { lazy, Suspense, useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { useText } from '#islands/ui/text.tsx'
import { $openSection, $seatFilter } from '#lib/client/seats/choosing.ts'
import { $bestPhase, $plan, $seatsPhase, $status, $underWay, toggleSeat } from '#lib/client/seats/seats.ts'
import { matcherOf, NO_FILTER } from '#lib/domain/seating/rules/seat-filter.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { unitOf, type Bars } from '#lib/domain/seating/rules/seat-rules.ts'
import type { SectionSummary } from '#lib/domain/seating/rules/seat-sections.ts'
import { landingSeat } from '#lib/domain/seating/rules/seat-steps.ts'
import { DIM, isPressable, lookOf, SELECTED } from './core/looks.ts'
import type { openSeatMap, SeatMap as Drawn } from './core/seat-map.ts'
import { $drawnMap, $moved, $pointed } from './drawn-map.ts'
import { frameMatches, hasFreeInSight } from './panels/matches.ts'
import { priceFromText, spokenSeat, type Groups } from './seat-words.ts'
import { Sign } from './signs.tsx'

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

/** The drawing is fetched while the page comes alive; the server has nothing to draw on. */
const drawing = typeof document === 'undefined' ? null : import('./core/seat-map.ts')

/** A tip that does not come leaves a map that works. */
const SeatTip = lazy(() =>
  import('./SeatTip.tsx').then(
    (loaded) => ({ default: loaded.SeatTip }),
    () => ({ default: () => null }),
  ),
)

/** The map: a thin frame around core/seat-map.ts, which draws and is drawn on without React. */
export function SeatMap({ groups, bars, summaries, onSection, onRetry, isBig, isShown, children, after }: Props) {
  const t = useText()
  const hall = useStore($plan, { ssr: 'initial' })
  const phase = useStore($seatsPhase, { ssr: 'initial' })
  const layers = useRef<HTMLDivElement>(null)
  const minimap = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const shell = useRef<HTMLDivElement>(null)
  const early = useRef<readonly [number, number] | null>(null)
  const filter = useStore($seatFilter, { ssr: 'initial' })
  const latest = useRef({ onSection, groups })
  latest.current = { onSection, groups }
  const [drawn, setDrawn] = useState<Drawn | null>(null)

  useEffect(() => {
    let isLeft = false
    let close = () => {}
    void drawing?.then((core) => {
      if (!isLeft && hall) close = start(core.openSeatMap, hall)
    })
    return () => {
      isLeft = true
      close()
    }
    // The words of a seat are read from `latest` when they are needed.
  }, [hall, bars, t])

  function start(open: typeof openSeatMap, hall: Hall): () => void {
    if (!layers.current || !minimap.current || !grid.current) return () => {}
    const looks = new Uint8Array(hall.count)
    const nameOf = (seat: number) => spokenSeat(t, hall, latest.current.groups, seat, looks[seat] ?? 0)
    const rowNameOf = (row: number) => {
      const { name = '', section: at = 0 } = hall.rows[row] ?? {}
      const section = hall.sections[at]?.name ?? ''
      return name === '' ? section : t('seats.inSection', { section, row: t('seats.row', { row: name }) })
    }
    const map = open(
      { layers: layers.current, minimap: minimap.current, grid: grid.current },
      hall,
      { nameOf, rowNameOf },
      {
        press: (seat) => void toggleSeat(seat),
        pressSection: (at) => latest.current.onSection(at),
        hover: (seat) => $pointed.set(seat),
        moved: () => $moved.set($moved.get() + 1),
      },
    )
    const stop = $status.subscribe((status) => {
      if (!status) return
      const seats = status.changed && affected(hall, status.changed)
      const isMatch = matcherOf(hall, status.states, $seatFilter.get())
      for (const seat of seats ?? hall.features.keys()) {
        const look = lookOf(hall, status.states, seat, bars)
        looks[seat] = isMatch(seat) || look === SELECTED || !isPressable(look) ? look : look + DIM
      }
      map.show(looks, seats)
    })
    const states = $status.get()?.states
    const first = states && hall.count > 0 ? landingSeat(hall, states) : -1
    if (first >= 0) map.land(first)
    if (isBig) map.zoom('reset')
    else if (states && first >= 0 && !hasFreeInSight(map, hall, states, layers.current)) map.frame([first])
    setDrawn(map)
    $drawnMap.set(map)
    if ($seatFilter.get() !== NO_FILTER) frameMatches()
    if (early.current) map.tapAt(...early.current)
    early.current = null
    return () => {
      stop()
      map.close()
      setDrawn(null)
      $drawnMap.set(null)
      $pointed.set(-1)
    }
  }

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

  useEffect(() => {
    const status = $status.get()
    if (status) $status.set({ ...status, changed: null })
    if (drawn && filter !== NO_FILTER) frameMatches()
    // Only what the visitor chooses moves the map, not the map itself when it is there.
  }, [filter])

  const goTo = (at: number) => {
    if (!hall?.sections[at]?.isReserved) {
      onSection(at)
      return
    }
    $openSection.set(at)
    drawn?.goTo(at)
  }
  const zoom = (how: (typeof ZOOMS)[number][0]) => {
    drawn?.zoom(how)
    if (how === 'reset') $openSection.set(null)
  }
  /** A press on the picture before its seats are drawn is kept for them. */
  const keepEarly = (event: MouseEvent) => {
    const box = shell.current?.getBoundingClientRect()
    if (drawn || !box || (event.target instanceof Element && event.target.closest('button, select'))) return
    early.current = [event.clientX - box.left, event.clientY - box.top]
  }
  return (
    <div
      ref={shell}
      className="map-shell"
      id="map"
      role="region"
      aria-label={t('seats.map')}
      aria-busy={phase === 'loading'}
      hidden={!isShown}
      onClick={keepEarly}
    >
      {phase !== 'ready' && <Skeleton />}
      <div ref={layers} className="map-layers" />
      <AtWork isLoading={phase === 'loading'} />
      {children}
      {hall && summaries.length > 1 && !isBig && (
        <select className="map-go" aria-label={t('seats.goTo')} value="" onChange={(event) => goTo(Number(event.target.value))}>
          <option value="" disabled>
            {t('seats.goTo')}
          </option>
          {summaries.map(({ at, free, priceFrom, priceTo }) => (
            <option key={at} value={at}>
              {t(free > 0 && priceFrom !== null ? 'seats.section' : 'seats.sectionSoldOut', {
                section: hall.sections[at]?.name ?? '',
                price: priceFromText(t, priceFrom, priceTo),
                free,
              })}
            </option>
          ))}
        </select>
      )}
      <div ref={grid} className="vh" role="grid" aria-label={t('seats.grid')} aria-multiselectable="true" hidden={!hall?.count} />
      {after}
      <Suspense>{drawn && <SeatTip groups={groups} bars={bars} />}</Suspense>
      <div ref={minimap} className="minimap hide-d" aria-hidden="true" hidden />
      {phase === 'failed' && (
        <div className="map-failed">
          <p>{t('seats.loadFailed')}</p>
          <button className="btn ghost" type="button" onClick={onRetry}>
            {t('seats.retry')}
          </button>
        </div>
      )}
      <div className="zoom" role="group" aria-label={t('seats.zoom')}>
        {ZOOMS.map(([how, sign]) => (
          <button key={how} type="button" aria-label={t(`seats.zoom.${how}`)} onClick={() => zoom(how)}>
            <Sign name={sign} />
          </button>
        ))}
      </div>
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

const ZOOMS = [
  ['in', 'plus'],
  ['out', 'minus'],
  ['reset', 'whole'],
] as const

/** A seat's change may block or free its neighbours and the rest of its sofa. */
function affected(hall: Hall, changed: readonly number[]): readonly number[] {
  const seats = new Set(
    changed.flatMap((seat) => [seat, seat - 1, seat + 1, ...unitOf(hall, seat)]).filter((seat) => seat >= 0 && seat < hall.count),
  )
  return [...seats]
}

const ARCS = [
  'M60 60Q400 150 740 60',
  'M50 120Q400 215 750 120',
  'M40 180Q400 280 760 180',
  'M30 240Q400 345 770 240',
  'M20 300Q400 410 780 300',
]

/** Rows of dots where the seats will be. */
function Skeleton() {
  return (
    <svg className="map-skeleton" viewBox="0 0 800 420" aria-hidden="true">
      {ARCS.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}
