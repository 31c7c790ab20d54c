import type { PretixFile } from './pretix-houses.ts'

/** How large a house of equal rows is. */
export interface GridSize {
  /** Names of its zones, which stand behind each other. */
  readonly zones: readonly string[]
  /** Of each zone, and seats of each row. */
  readonly rows: number
  readonly seats: number
}

const PITCH = { seat: 33, row: 40 }

/** A house of straight rows behind a stage, numbered from 1 in each zone: for tests that ask how much is read, not what. */
export function gridHouse({ zones, rows, seats }: GridSize): PretixFile {
  const stage = {
    ...{ shape: 'rectangle', position: { x: PITCH.seat, y: 0 }, rectangle: { width: 90, height: 20 }, color: '#cccccc' },
    text: { text: 'Stage', position: { x: 45, y: 10 } },
  }
  return {
    name: 'grid',
    categories: [{ name: 'A', color: '#F44336' }],
    size: { width: PITCH.seat * (seats + 2), height: PITCH.row * (zones.length * rows + 2) },
    zones: zones.map((name, zone) => ({
      name,
      position: { x: 0, y: zone * rows * PITCH.row },
      areas: zone === 0 ? [stage] : [],
      rows: Array.from({ length: rows }, (_row, row) => ({
        row_number: String(row + 1),
        position: { x: PITCH.seat, y: PITCH.row * (row + 1) },
        seats: Array.from({ length: seats }, (_seat, seat) => ({
          seat_guid: `${String(zone)}-${String(row)}-${String(seat)}`,
          seat_number: String(seat + 1),
          position: { x: PITCH.seat * seat, y: 0 },
          category: 'A',
        })),
      })),
    })),
  }
}
