import { expect } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import type { SeatModel } from './seat-model.ts'

export const HOLD_MS = 600_000

interface ClaimRow {
  readonly seat_id: number
  readonly holder: string
  readonly state: string
  readonly ends: number | null
}

async function readClaims(): Promise<readonly ClaimRow[]> {
  const { rows } = await database().query<ClaimRow>(
    `SELECT seat_id, holder, state, extract(epoch FROM expires_at)::float8 * 1000 AS ends FROM seat_claim
     WHERE presentation_id = 1 AND (state <> 'H' OR expires_at > now()) ORDER BY seat_id`,
  )
  return rows
}

/** Seats and places that the database says a visitor holds, in order. */
export async function seatsHeldBy(holder: string): Promise<readonly number[]> {
  return (await readClaims()).filter((row) => row.holder === holder && row.state === 'H').map((row) => row.seat_id)
}

/** Compares all live claims of database and model: visitor, state and end. */
export async function compareClaims(model: SeatModel): Promise<void> {
  const real = await readClaims()
  const expected = [...model.claims].filter(([seat]) => model.isLive(seat)).sort(([a], [b]) => a - b)
  expect(real.map(({ seat_id: seat, holder, state }) => [seat, holder, state])).toEqual(
    expected.map(([seat, { holder, isSold }]) => [seat, holder, isSold ? 'S' : 'H']),
  )
  for (const [at, [seat, { isSold, ends }]] of expected.entries()) {
    if (!isSold) expect(Math.abs((real[at]?.ends ?? NaN) - ends), `the end of ${String(seat)}`).toBeLessThan(SAME_MS)
  }
}

/** The database counts microseconds, the model milliseconds. */
const SAME_MS = 10

/** Longer than any step here takes on any machine. */
const A_MINUTE = 60_000

/** The database's end of a lock that was just made, ten minutes from then. */
async function freshEndOf(seat: number): Promise<number> {
  const ends = (await readClaims()).find((row) => row.seat_id === seat)?.ends ?? NaN
  const left = ends - Date.now()
  expect([left <= HOLD_MS + SAME_MS, left > HOLD_MS - A_MINUTE], `${String(left)} ms are left`).toEqual([true, true])
  return ends
}

/** Takes a seat in the model that the database gave. A visitor's running time is not extended. */
export async function takeInModel(model: SeatModel, holder: string, seat: number): Promise<void> {
  model.take(holder, seat, model.endOf(holder) ?? (await freshEndOf(seat)))
}
