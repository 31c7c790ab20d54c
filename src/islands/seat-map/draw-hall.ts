import { rowText } from '#lib/text/row-text.ts'
import type { RefObject } from 'react'
import { $seatFilter } from '#lib/client/seats/choosing.ts'
import { $status, toggleSeat } from '#lib/client/seats/seats.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { seatToOpenOn } from '#lib/domain/seating/rules/free-in-sight.ts'
import { matcherOf, NO_FILTER } from '#lib/domain/seating/rules/seat-filter.ts'
import { unitOf, type Bars } from '#lib/domain/seating/rules/seat-rules.ts'
import { landingSeat } from '#lib/domain/seating/rules/seat-steps.ts'
import { isFree, type HallStates } from '#lib/domain/seating/rules/seat-states.ts'
import type { Translate } from '#lib/text/translate.ts'
import { DIM, isPressable, lookOf, SELECTED } from './core/looks.ts'
import { openSeatMap, type SeatMap as Drawn } from './core/seat-map.ts'
import { openFileLook } from './file-look.ts'
import { $drawnMap, $moved, $pointed, doAsked, showSeats } from './drawn-map.ts'
import { matchingSeats } from './panels/matches.ts'
import type { Groups } from './seat-words.ts'
import { spokenSeat } from './spoken-seat.ts'

/** What the page wants of the map, as it is when the map needs it. */
export interface Wanted {
  readonly hall: Hall | null
  readonly bars: Bars
  readonly groups: Groups
  readonly isBig: boolean
  readonly onSection: (at: number) => void
}

/** Opens the map on its elements, shows every state of the seats from now on, and begins where the visitor wants to look first. */
export function drawHall(
  parts: Parameters<typeof openSeatMap>[0],
  hall: Hall,
  { t, latest }: { readonly t: Translate; readonly latest: RefObject<Wanted> },
): { readonly map: Drawn; readonly stop: () => void } {
  const looks = new Uint8Array(hall.count)
  const file = openFileLook(parts.layers, hall, latest.current.groups)
  const seats = {
    nameOf: (seat: number) => spokenSeat(t, { hall, groups: latest.current.groups }, { seat, look: looks[seat] ?? 0 }),
    rowNameOf: (row: number) => rowName(t, hall, row),
    press: (seat: number) => void toggleSeat(seat),
    pressSection: (at: number) => latest.current.onSection(at),
    hover: (seat: number) => $pointed.set(seat),
    moved() {
      $moved.set($moved.get() + 1)
      file.follow()
    },
  }
  const map = openSeatMap(parts, file.hall, seats)
  const { bars, isBig } = latest.current
  file.show(map)
  let isFirst = true
  const stopShowing = $status.subscribe((status) => {
    if (!status) return
    // What changed last says nothing to a map that is drawn anew.
    const seats = isFirst ? null : status.changed && affected(hall, status.changed)
    isFirst = false
    const isMatch = matcherOf(hall, status.states, $seatFilter.get())
    const now = { hall, states: status.states }
    for (const seat of seats ?? hall.features.keys()) {
      const look = lookOf(now, seat, bars)
      looks[seat] = isMatch(seat) || look === SELECTED || !isPressable(look) ? look : look + DIM
    }
    map.show(looks, seats)
  })
  const states = $status.get()?.states
  const first = states && hall.count > 0 ? landingSeat(hall, states) : -1
  if (first >= 0) map.land(first)
  $drawnMap.set(map)
  if (!doAsked(map)) {
    if (isBig) map.zoom('reset')
    else if (states) openOnFree(map, { hall, states, first }, parts.layers)
    // A level that was asked for stays, whatever is looked for.
    const matches = $seatFilter.get() === NO_FILTER ? [] : matchingSeats().filter((seat) => Number.isFinite(hall.x[seat]))
    if (matches.length > 0) map.frame(matches)
  }
  const stopFiltering = followFilter()
  const stop = () => {
    file.close()
    stopFiltering()
    stopShowing()
  }
  return { map, stop }
}

/** Draws the seats anew when others are looked for, and shows them together. A filter that is taken off does not move the map. */
function followFilter(): () => void {
  return $seatFilter.listen((filter) => {
    const status = $status.get()
    if (status) $status.set({ ...status, changed: null })
    if (filter !== NO_FILTER) showSeats(matchingSeats())
  })
}

function rowName(t: Translate, hall: Hall, row: number): string {
  const { name = '', section: at = 0 } = hall.rows[row] ?? {}
  const section = hall.sections[at]?.name ?? ''
  return name === '' ? section : t('seats.inSection', { section, row: rowText(t, 'seats', name) })
}

/** A seat's change may block or free its neighbours and the rest of its sofa. Those that the map does not show are not drawn. */
function affected(hall: Hall, changed: readonly number[]): readonly number[] {
  const seats = new Set(changed.flatMap((seat) => [seat, seat - 1, seat + 1, ...unitOf(hall, seat)]))
  return [...seats].filter((seat) => Number.isFinite(hall.x[seat]))
}

/** A map that would open on seats that are nearly all taken opens on the visitor's own, else where most are free. */
function openOnFree(
  map: Drawn,
  { hall, states, first }: { readonly hall: Hall; readonly states: HallStates; readonly first: number },
  layers: HTMLElement,
): void {
  const { clientWidth: width, clientHeight: height } = layers
  const seat = seatToOpenOn(hall, states, { at: (at) => map.at(at), width, height })
  if (seat >= 0) map.frame([isFree(states, first) ? seat : first])
}
