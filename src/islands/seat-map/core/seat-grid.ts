import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { setAttributes } from '#islands/seat-map/core/chart/svg.ts'
import { isPressable, SELECTED } from './looks.ts'
import type { Zoom } from './moves.ts'

/** What the keyboard and a screen reader meet instead of the drawing. */
export interface SeatGrid {
  /** Brings names and states of seats up to date. */
  refresh(changed: readonly number[] | null): void
  /** Makes a seat the one tab stop, opening its section, the only one in the grid; `isMove` moves the focus there too. */
  land(seat: number, isMove: boolean): void
}

export interface GridWords {
  /** "שורה 7, מושב 14, פנוי, ₪229" */
  nameOf(seat: number): string
  rowNameOf(row: number): string
  /** How it is drawn (see looks.ts). */
  lookOf(seat: number): number
}
export interface GridActs {
  press(seat: number): void
  /** A seat has the focus, or none; not said where the focus came by a pointer and is not shown. */
  focus(seat: number | null): void
  /** The seat that lies that way. */
  step(seat: number, dx: -1 | 0 | 1, dy: -1 | 0 | 1): number
  zoom(how: Zoom): void
}

const ZOOMS: Readonly<Record<string, Zoom>> = { '+': 'in', '=': 'in', '-': 'out', '0': 'reset' }
const ARROWS: Readonly<Record<string, readonly [-1 | 0 | 1, -1 | 0 | 1]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export function openSeatGrid(host: HTMLElement, hall: Hall, seats: GridWords & GridActs): SeatGrid {
  let section = -1
  let current = -1
  const cells = new Map<number, HTMLElement>()

  const describe = (seat: number, cell: HTMLElement) => {
    const look = seats.lookOf(seat)
    setAttributes(cell, { 'aria-label': seats.nameOf(seat), 'aria-selected': look === SELECTED, 'aria-disabled': !isPressable(look) })
  }
  const open = (next: number) => {
    if (next === section) return
    section = next
    cells.clear()
    host.replaceChildren()
    hall.rows.forEach((row, at) => {
      if (row.section !== section) return
      const line = add(host, 'row', seats.rowNameOf(at))
      for (let seat = row.first; seat < row.end; seat++) {
        const cell = add(line, 'gridcell', '')
        cell.tabIndex = -1
        cell.dataset.seat = String(seat)
        describe(seat, cell)
        cells.set(seat, cell)
      }
    })
  }
  const land = (seat: number, isMove: boolean) => {
    open(hall.section[seat] ?? 0)
    const [old, next] = [cells.get(current), cells.get(seat)]
    if (old) old.tabIndex = -1
    current = seat
    if (!next) return
    next.tabIndex = 0
    if (isMove) next.focus({ preventScroll: true })
  }
  const keyActs = { ...seats, goTo: (seat: number) => land(seat, true) }
  host.onkeydown = (event) => followKey(event, hall, keyActs)
  // A screen reader activates a cell by a click.
  host.onclick = (event) => {
    const seat = seatOf(event)
    if (seat >= 0) seats.press(seat)
  }
  host.addEventListener('focusin', (event) => {
    const seat = seatOf(event)
    if (seat < 0) return
    land(seat, false)
    if (cells.get(seat)?.matches(':focus-visible')) seats.focus(seat)
  })
  host.addEventListener('focusout', () => seats.focus(null))

  return {
    land,
    refresh(changed) {
      for (const seat of changed ?? cells.keys()) {
        const cell = cells.get(seat)
        if (cell) describe(seat, cell)
      }
    },
  }
}

function add(parent: HTMLElement, role: string, label: string): HTMLElement {
  const element = document.createElement('div')
  setAttributes(element, { role, 'aria-label': label })
  return parent.appendChild(element)
}

/** The seat that has the focus, however it came there; −1: none. */
function seatOf(event: Event): number {
  return Number((event.target instanceof HTMLElement && event.target.dataset.seat) || -1)
}

interface KeyActs extends Omit<GridActs, 'focus'> {
  goTo(seat: number): void
}

function followKey(event: KeyboardEvent, hall: Hall, seats: KeyActs): void {
  const { key } = event
  const seat = seatOf(event)
  if (event.altKey || event.ctrlKey || event.metaKey || seat < 0) return
  const [zoom, arrow, row] = [ZOOMS[key], ARROWS[key], hall.rows[hall.row[seat] ?? 0]]
  if (key === ' ' || key === 'Enter') seats.press(seat)
  else if (arrow) seats.goTo(seats.step(seat, ...arrow))
  else if (row && key === 'Home') seats.goTo(row.first)
  else if (row && key === 'End') seats.goTo(row.end - 1)
  else if (zoom) seats.zoom(zoom)
  else return
  event.preventDefault()
}
