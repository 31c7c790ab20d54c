import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useText } from '#islands/ui/text.tsx'
import { $seatFilter } from '#lib/client/seats/choosing.ts'
import { $status, toggleSeat } from '#lib/client/seats/seats.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { matcherOf, NO_FILTER } from '#lib/domain/seating/rules/seat-filter.ts'
import { unitOf, type Bars } from '#lib/domain/seating/rules/seat-rules.ts'
import { landingSeat } from '#lib/domain/seating/rules/seat-steps.ts'
import type { Translate } from '#lib/text/translate.ts'
import { DIM, isPressable, lookOf, SELECTED } from './core/looks.ts'
import type { openSeatMap, SeatMap as Drawn } from './core/seat-map.ts'
import { $drawnMap, $moved, $pointed } from './drawn-map.ts'
import { frameMatches, hasFreeInSight } from './panels/matches.ts'
import { spokenSeat, type Groups } from './seat-words.ts'

/** The drawing is fetched while the page comes alive; the server has nothing to draw on. */
const drawing = typeof document === 'undefined' ? null : import('./core/seat-map.ts')

/** The elements that the map is drawn into. */
export interface Hosts {
  readonly layers: RefObject<HTMLDivElement | null>
  readonly minimap: RefObject<HTMLDivElement | null>
  readonly grid: RefObject<HTMLDivElement | null>
}

interface Wanted {
  readonly hall: Hall | null
  readonly bars: Bars
  readonly groups: Groups
  readonly isBig: boolean
  readonly onSection: (at: number) => void
}

/**
 * Draws the hall when it is there.
 * @returns the map, null until then, and what keeps a press in pixels of the map until it is drawn
 */
export function useDrawnMap({ layers, minimap, grid }: Hosts, wanted: Wanted) {
  const t = useText()
  const { hall, bars } = wanted
  const early = useRef<readonly [number, number] | null>(null)
  const latest = useRef(wanted)
  useLayoutEffect(() => {
    latest.current = wanted
  })
  const keepEarly = useCallback((x: number, y: number) => {
    early.current = [x, y]
  }, [])
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  useEffect(() => {
    let isLeft = false
    let close = () => {}
    void drawing?.then((core) => {
      if (isLeft || !hall || !layers.current || !minimap.current || !grid.current) return
      const parts = { layers: layers.current, minimap: minimap.current, grid: grid.current }
      const { map, stop } = start(core.openSeatMap, parts, hall, t, latest)
      setDrawn(map)
      $drawnMap.set(map)
      if ($seatFilter.get() !== NO_FILTER) frameMatches()
      if (early.current) map.tapAt(...early.current)
      early.current = null
      close = () => {
        stop()
        map.close()
        setDrawn(null)
        $drawnMap.set(null)
        $pointed.set(-1)
      }
    })
    return () => {
      isLeft = true
      close()
    }
    // The words of a seat are read from `latest` when they are needed.
  }, [hall, bars, t, layers, minimap, grid])
  return { drawn, keepEarly }
}

/** Opens the map on its elements, shows every state of the seats from now on, and begins where the visitor wants to look first. */
function start(
  open: typeof openSeatMap,
  parts: Parameters<typeof openSeatMap>[0],
  hall: Hall,
  t: Translate,
  latest: RefObject<Wanted>,
): { readonly map: Drawn; readonly stop: () => void } {
  const looks = new Uint8Array(hall.count)
  const nameOf = (seat: number) => spokenSeat(t, hall, latest.current.groups, seat, looks[seat] ?? 0)
  const acts = {
    press: (seat: number) => void toggleSeat(seat),
    pressSection: (at: number) => latest.current.onSection(at),
    hover: (seat: number) => $pointed.set(seat),
    moved: () => $moved.set($moved.get() + 1),
  }
  const map = open(parts, hall, { nameOf, rowNameOf: (row) => rowName(t, hall, row) }, acts)
  const { bars, isBig } = latest.current
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
  else if (states && first >= 0 && !hasFreeInSight(map, hall, states, parts.layers)) map.frame([first])
  return { map, stop }
}

function rowName(t: Translate, hall: Hall, row: number): string {
  const { name = '', section: at = 0 } = hall.rows[row] ?? {}
  const section = hall.sections[at]?.name ?? ''
  return name === '' ? section : t('seats.inSection', { section, row: t('seats.row', { row: name }) })
}

/** A seat's change may block or free its neighbours and the rest of its sofa. */
function affected(hall: Hall, changed: readonly number[]): readonly number[] {
  const seats = new Set(
    changed.flatMap((seat) => [seat, seat - 1, seat + 1, ...unitOf(hall, seat)]).filter((seat) => seat >= 0 && seat < hall.count),
  )
  return [...seats]
}
