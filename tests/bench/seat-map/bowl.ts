import type { Plan, PlanSeat, PlanSection } from '#lib/domain/seating/plan/seatplan.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'

/** Seats of one section: rows of so many seats. A hundred thousand seats are 200 such sections in rings around a pitch. */
const ROWS = 20
const SEATS = 25
const PITCH = 30
const ROW_PITCH = 33
const AISLE = 40

/** Pseudo-random numbers from 0 to 1, the same in every run (mulberry32). */
export function drawNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A round arena: rings of sections, each ring with as many as fit around it, until there are enough seats. */
export function layOutArena(seats: number): Plan {
  const sections: PlanSection[] = []
  const all: PlanSeat[] = []
  const random = drawNumbers(7)
  const wide = SEATS * PITCH + AISLE
  for (let inner = 900; all.length < seats; inner += ROWS * ROW_PITCH + 2 * AISLE) {
    const fitting = Math.floor((2 * Math.PI * inner) / wide)
    const left = Math.ceil((seats - all.length) / (ROWS * SEATS))
    const count = Math.min(fitting, left)
    for (let bay = 0; bay < count; bay++) layOutSection(sections, all, { inner, turn: (bay * 2 * Math.PI) / count, random })
  }
  const pitch = [-420, -620, 420, 620] as const
  const [west, north, east, south] = pitch
  const outline = [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ] as const
  const stage = { outline, labelX: 0, labelY: 0, label: 'Pitch' }
  return { id: 1, venueId: 1, name: 'Arena', version: '1', width: 0, height: 0, stage, sections, seats: all }
}

function layOutSection(
  sections: PlanSection[],
  all: PlanSeat[],
  { inner, turn, random }: { inner: number; turn: number; random: () => number },
): void {
  const id = sections.length + 1
  const place = (radius: number, along: number) => {
    const angle = turn + along / inner
    return [Math.round(radius * Math.sin(angle) * 4) / 4, Math.round(-radius * Math.cos(angle) * 4) / 4, angle] as const
  }
  for (let row = 0; row < ROWS; row++) {
    for (let seat = 0; seat < SEATS; seat++) {
      const [x, y, angle] = place(inner + row * ROW_PITCH, (seat - (SEATS - 1) / 2) * PITCH)
      const features = row < 2 ? [SEAT_FEATURE.isPremium] : random() < 0.01 ? [SEAT_FEATURE.isLimitedView] : []
      all.push({
        id: all.length + 1,
        sectionId: id,
        groupId: 0,
        x: seat + 1,
        y: row + 1,
        seatplanX: x,
        seatplanY: y,
        rotate: Math.round((angle * 180) / Math.PI),
        rowName: String(row + 1),
        seatName: String(seat + 1),
        category: 'A',
        features,
      })
    }
  }
  const [half, deep] = [(SEATS * PITCH) / 2 + 8, ROWS * ROW_PITCH]
  const corner = (radius: number, along: number) => place(radius, along).slice(0, 2) as [number, number]
  const outline = [corner(inner - 24, -half), corner(inner - 24, half), corner(inner + deep, half), corner(inner + deep, -half)]
  const [labelX, labelY] = corner(inner + deep / 2, 0)
  const capacity = ROWS * SEATS
  sections.push({ id, name: String(100 + id), isReserved: true, capacity, firstPlace: null, category: null, outline, labelX, labelY })
}

/** The status of every seat in plan order (spec §4): about half of them free, the others sold but for a few that are held. */
export function drawStatus(seats: number): Uint8Array {
  const random = drawNumbers(11)
  return Uint8Array.from({ length: seats }, () => {
    const chance = random()
    return chance < 0.55 ? 1 : chance < 0.58 ? 3 : 0
  })
}
