import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { importCatalogue } from '#lib/server/import/import-catalogue.ts'
import { datePartsOf } from '#lib/text/format-date.ts'
import { asFile } from '#tests/support/catalogue-files.ts'

/** The catalogue file for presentation 1, or another of `addOtherDays`, whose tickets are those of group 4. */
const SHOWN = {
  featureId: 1,
  venueId: 1,
  seatplanId: 1,
  prices: { A: 1, G: 2 },
  productIds: [1],
  serviceChargeId: 1,
  seatRules: { loneSeats: 'allowed' },
} as const

/** Imports another start of a presentation. @returns the start in ms since 1970, at a whole minute */
export async function importStart(at: number, id = 1): Promise<number> {
  const { date, time } = datePartsOf(at)
  const money = id === 1 ? {} : { prices: { A: 4 }, productIds: [], serviceChargeId: null }
  const { problems } = await importCatalogue([asFile({ presentations: [{ ...SHOWN, ...money, id, start: `${date}T${time}` }] })], {
    acceptMoves: true,
  })
  if (problems.length > 0) throw new Error(problems.map(({ sentence }) => sentence).join('\n'))
  forgetCatalogue()
  return startOf(id)
}

/** ms since 1970 */
export async function startOf(id = 1): Promise<number> {
  const { rows } = await database().query<{ at: Date }>('SELECT starts_at AS at FROM presentation WHERE presentation_id = $1', [id])
  return rows[0]?.at.getTime() ?? 0
}
