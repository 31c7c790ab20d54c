import type { Days } from '#lib/domain/sales/sales-range.ts'
import type { KindSums, Sums } from '#lib/domain/sales/sums.ts'
import { database } from '#lib/server/platform/db/connect.ts'

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
  const { rows } = await database().query<SumRow>({
    name: 'sums-of-presentations',
    text: `SELECT presentation_id AS id, ${SHOWN} FROM sales_by_presentation WHERE presentation_id = ANY ($1::int[]) GROUP BY presentation_id`,
    values: [ids],
  })
  return byId(rows)
}

async function sumsOnDays(ids: readonly number[], { from, to }: Days): Promise<SumsById> {
  const { rows } = await database().query<SumRow>({
    name: 'sums-on-days',
    text: `SELECT presentation_id AS id, ${SHOWN} FROM sales_shown
           WHERE presentation_id = ANY ($1::int[]) AND day BETWEEN $2::date AND $3::date GROUP BY presentation_id`,
    values: [ids, from, to],
  })
  return byId(rows)
}

interface FeatureScope {
  readonly businessIds: readonly number[]
  readonly featureIds: readonly number[]
  readonly locationIds: readonly number[]
}

/** What features have sold and given back on some business days, in some businesses and locations. */
export async function sumsOfFeatures({ businessIds, featureIds, locationIds }: FeatureScope, { from, to }: Days): Promise<SumsById> {
  const { rows } = await database().query<SumRow>({
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

const SUMS = `sum(quantity)::int AS quantity, sum(quantity_back)::int AS "quantityBack", sum(gross)::float8 AS gross, sum(refunded)::float8 AS refunded`

/** One part of a sum; what it is not a part by is null. */
export interface PartSums extends KindSums {
  readonly presentationId: number | null
  readonly day: string | null
  readonly subjectId: number | null
  readonly channel: string | null
}

const EVER: Days = { from: '0001-01-01', to: '9999-12-31' }

/** What presentations have sold and given back together: by day, by line, by channel and by presentation. */
export async function partsTogether(ids: readonly number[], { from, to }: Days = EVER): Promise<readonly PartSums[]> {
  const { rows } = await database().query<PartSums>({
    name: 'parts-together',
    text: `SELECT presentation_id AS "presentationId", day::text AS day, kind, subject_id AS "subjectId", channel, ${SUMS} FROM sales
           WHERE presentation_id = ANY ($1::int[]) AND day BETWEEN $2::date AND $3::date
           GROUP BY GROUPING SETS ((kind, day), (kind, subject_id), (kind, channel), (kind, presentation_id))`,
    values: [ids, from, to],
  })
  return rows
}

/** What each presentation has sold and given back: by day, by line and by channel. */
export async function partsOfEach(ids: readonly number[], { from, to }: Days = EVER): Promise<readonly PartSums[]> {
  const { rows } = await database().query<PartSums>({
    name: 'parts-of-each',
    text: `SELECT presentation_id AS "presentationId", day::text AS day, kind, subject_id AS "subjectId", channel, ${SUMS} FROM sales
           WHERE presentation_id = ANY ($1::int[]) AND day BETWEEN $2::date AND $3::date
           GROUP BY GROUPING SETS ((presentation_id, kind, day), (presentation_id, kind, subject_id), (presentation_id, kind, channel))`,
    values: [ids, from, to],
  })
  return rows
}
