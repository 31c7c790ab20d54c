import type { Hall, WirePlan } from '#lib/domain/seating/plan/seat-hall.ts'
import { seatsIn } from '#lib/domain/seating/plan/find-seat.ts'
import { emptyStates, writeState, type HallStates } from '#lib/domain/seating/rules/seat-states.ts'
import { buildHall } from '#tests/support/seats/build-hall.ts'

type Wire = WirePlan['sections'][string]

/** A section of rows. A row lists feature codes per seat, numbered from 1 along x; null is an empty place. */
export function sectionOf(name: string, rows: readonly (readonly (readonly number[] | null)[])[], top = 0): Wire {
  const seats: Wire['seats'][number][] = []
  const lines: { RowName: string; first: number; count: number }[] = []
  rows.forEach((row, y) => {
    const first = seats.length
    row.forEach((features, x) => {
      if (features) seats.push([x + 1, y + 1, (x + 1) * 30, top + (y + 1) * 35, 0, String(x + 1), features])
    })
    lines.push({ RowName: String(y + 1), first, count: seats.length - first })
  })
  return {
    SectionName: name,
    IsReserved: true,
    capacity: seats.length,
    outline: [],
    labelX: 0,
    labelY: top,
    groups: [{ id: 5, rows: lines }],
    seats,
  }
}

export function planOf(sections: Readonly<Record<string, Wire>>): WirePlan {
  return { id: 9, venueId: 3, stage: null, sections }
}

export function placesOf(name: string, capacity: number): Wire {
  return { SectionName: name, IsReserved: false, capacity, outline: [], labelX: 0, labelY: 0, groups: [], seats: [] }
}

/** A row of the status answer (spec §7): [section, group, x, y, allocation, ticketGroup, status]. */
export type StatusRow = [number, number, number | null, number | null, number, number, number]

/** Builds states from rows of the status answer. Missing seats are unavailable. */
export function statesOf(hall: Hall, rows: readonly StatusRow[]): HallStates {
  const states = emptyStates(hall)
  for (const [section, , x, y, allocation, ticketGroup, status] of rows) {
    const at = hall.sections.findIndex(({ id }) => id === section)
    if (x !== null && y !== null) writeState(states, seatsIn(hall, at).at(x, y), [status, allocation, ticketGroup])
  }
  return states
}

/** One row with a state per seat: a available, m mine, h held, t taken (no allocation), . no seat. Ticket group 1. */
export function rowOf(states: string, featuresAt: Readonly<Record<number, readonly number[]>> = {}): { hall: Hall; states: HallStates } {
  const hall = buildHall(planOf({ 1: sectionOf('א', [[...states].map((state, at) => (state === '.' ? null : (featuresAt[at] ?? [])))]) }))
  const codes: Readonly<Record<string, readonly [number, number]>> = { a: [1, 1], m: [1, 2], h: [1, 3], t: [-1, 3] }
  const rows = [...states].flatMap((state, at): StatusRow[] => {
    const code = codes[state]
    return code ? [[1, 5, at + 1, 1, code[0], 1, code[1]]] : []
  })
  return { hall, states: statesOf(hall, rows) }
}
