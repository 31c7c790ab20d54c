import { planOf } from '#lib/server/catalogue/seatplans.ts'
import { catalogue, forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import type { DatedSeat } from '#lib/server/seats/claims/series-claims.ts'

/** Adds presentations 2 to `dates` to the house of `buildHouse`: the same show in the same plan, a week apart. */
export async function addDates(dates: number): Promise<void> {
  await database().query(`
    INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at, service_charge_id, max_seats, lone_seats)
      SELECT n, 1, 1, 1, now() + n * interval '7 days', 1, max_seats, lone_seats FROM presentation, generate_series(2, ${String(dates)}) AS n WHERE presentation_id = 1;
    INSERT INTO presentation_price SELECT n, 'A', 1, 1 FROM generate_series(2, ${String(dates)}) AS n;
    UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
}

/** A seat of the house on these dates. @param seatId 1000 × row + seat */
export async function seatOnDates(seatId: number, presentationIds: readonly number[]): Promise<readonly DatedSeat[]> {
  const from = await catalogue()
  const planVersion = (await planOf(1))?.version ?? ''
  return presentationIds.flatMap((id) => {
    const presentation = from.presentations.get(id)
    return presentation ? [{ presentation, planVersion, seatId }] : []
  })
}

/** Who holds what now, as "presentation-seat holder" in a fixed order. */
export async function heldSeats(): Promise<readonly string[]> {
  const { rows } = await database().query<{ held: string }>(
    `SELECT presentation_id || '-' || seat_id || ' ' || holder AS held FROM seat_claim WHERE state <> 'H' OR expires_at > now() ORDER BY presentation_id, seat_id`,
  )
  return rows.map(({ held }) => held)
}
