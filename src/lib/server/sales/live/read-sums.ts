import type { Days } from '#lib/domain/sales/sales-range.ts'
import type { Sums } from '#lib/domain/sales/sums.ts'
import { databaseForReading } from '#lib/server/platform/db/connect.ts'
import type { Scope } from './scope.ts'

/** Sums by an id. */
export type SumsById = ReadonlyMap<number, Sums>

interface SumRow extends Sums {
  readonly id: number
}

const SHOWN = `sum(sold)::int AS sold, sum(returned)::int AS returned, sum(gross)::float8 AS gross, sum(refunded)::float8 AS refunded`

/** What each presentation has sold and given back, in all or on some business days; nothing of those that have sold nothing. */
export async function sumsOfPresentations(ids: readonly number[], days?: Days): Promise<SumsById> {
  if (ids.length === 0) return new Map()
  if (days) return sumsOnDays(ids, days)
  const { rows } = await databaseForReading().query<SumRow>({
    name: 'sums-of-presentations',
    text: `SELECT presentation_id AS id, ${SHOWN} FROM sales_by_presentation WHERE presentation_id = ANY ($1::int[]) GROUP BY presentation_id`,
    values: [ids],
  })
  return byId(rows)
}

async function sumsOnDays(ids: readonly number[], { from, to }: Days): Promise<SumsById> {
  const { rows } = await databaseForReading().query<SumRow>({
    name: 'sums-on-days',
    text: `SELECT presentation_id AS id, ${SHOWN} FROM sales_shown
           WHERE presentation_id = ANY ($1::int[]) AND day BETWEEN $2::date AND $3::date GROUP BY presentation_id`,
    values: [ids, from, to],
  })
  return byId(rows)
}

/** What features have sold and given back on some business days, in some businesses and locations. */
export async function sumsOfFeatures({ businessIds, featureIds, locationIds }: Scope, { from, to }: Days): Promise<SumsById> {
  const { rows } = await databaseForReading().query<SumRow>({
    name: 'sums-of-features',
    text: `SELECT feature_id AS id, ${SHOWN} FROM sales_by_feature
           WHERE business_id = ANY ($1::int[]) AND day BETWEEN $4::date AND $5::date AND feature_id = ANY ($2::int[]) AND location_id = ANY ($3::int[])
           GROUP BY feature_id`,
    values: [businessIds, featureIds, locationIds, from, to],
  })
  return byId(rows)
}

function byId(rows: readonly SumRow[]): SumsById {
  return new Map(rows.map(({ id, ...sums }) => [id, sums]))
}

/** As every row of the sums is shown, by its kind: one place for the rule, the functions of the database (db/functions/sales.sql). */
const SUMS = `sum(tickets_of(kind, quantity))::int AS sold, sum(tickets_of(kind, quantity_back))::int AS returned, sum(gross_of(kind, gross))::float8 AS gross,
             sum(refunded_of(kind, gross, refunded))::float8 AS refunded, sum(quantity)::int AS quantity, sum(quantity_back)::int AS "quantityBack"`

/** One part of a sum: of a day, of a line (a kind and which one of it), of a channel or of a presentation; what it is not a part by is null. */
export interface PartSums extends Sums {
  readonly presentationId: number | null
  readonly day: string | null
  readonly kind: string | null
  readonly subjectId: number | null
  readonly channel: string | null
  /** Pieces of a line, which are tickets only of seats. */
  readonly quantity: number
  readonly quantityBack: number
}

const EVER: Days = { from: '0001-01-01', to: '9999-12-31' }

/** What presentations have sold and given back together: by day, by line, by channel and by presentation. */
export async function partsTogether(ids: readonly number[], { from, to }: Days = EVER): Promise<readonly PartSums[]> {
  const { rows } = await databaseForReading().query<PartSums>({
    name: 'parts-together',
    text: `SELECT presentation_id AS "presentationId", day::text AS day, kind, subject_id AS "subjectId", channel, ${SUMS} FROM sales
           WHERE presentation_id = ANY ($1::int[]) AND day BETWEEN $2::date AND $3::date
           GROUP BY GROUPING SETS ((day), (kind, subject_id), (channel), (presentation_id))`,
    values: [ids, from, to],
  })
  return rows
}

/** What each presentation has sold and given back: by day, by line and by channel. */
export async function partsOfEach(ids: readonly number[], { from, to }: Days = EVER): Promise<readonly PartSums[]> {
  const { rows } = await databaseForReading().query<PartSums>({
    name: 'parts-of-each',
    text: `SELECT presentation_id AS "presentationId", day::text AS day, kind, subject_id AS "subjectId", channel, ${SUMS} FROM sales
           WHERE presentation_id = ANY ($1::int[]) AND day BETWEEN $2::date AND $3::date
           GROUP BY GROUPING SETS ((presentation_id, day), (presentation_id, kind, subject_id), (presentation_id, channel))`,
    values: [ids, from, to],
  })
  return rows
}
