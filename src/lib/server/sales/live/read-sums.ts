import type { Days } from '#lib/domain/sales/sales-range.ts'
import type { KindSums } from '#lib/domain/sales/sums.ts'
import { database } from '#lib/server/platform/db/connect.ts'

/** What each presentation has sold and given back in all, or on some business days. */
export interface PresentationSums extends KindSums {
  readonly presentationId: number
}

const SUMS = `sum(quantity)::int AS quantity, sum(quantity_back)::int AS "quantityBack", sum(gross)::float8 AS gross, sum(refunded)::float8 AS refunded`

export async function sumsOfPresentations(ids: readonly number[], days: Days | undefined): Promise<readonly PresentationSums[]> {
  if (ids.length === 0) return []
  if (days) return sumsOnDays(ids, days)
  const { rows } = await database().query<PresentationSums>({
    name: 'sums-of-presentations',
    text: `SELECT presentation_id AS "presentationId", kind, ${SUMS} FROM sales_by_presentation WHERE presentation_id = ANY ($1::int[])
           GROUP BY presentation_id, kind`,
    values: [ids],
  })
  return rows
}

async function sumsOnDays(ids: readonly number[], { from, to }: Days): Promise<readonly PresentationSums[]> {
  const { rows } = await database().query<PresentationSums>({
    name: 'sums-on-days',
    text: `SELECT presentation_id AS "presentationId", kind, ${SUMS} FROM sales
           WHERE presentation_id = ANY ($1::int[]) AND day BETWEEN $2::date AND $3::date GROUP BY presentation_id, kind`,
    values: [ids, from, to],
  })
  return rows
}

export interface FeatureSums extends KindSums {
  readonly featureId: number
}

interface FeatureScope {
  readonly businessIds: readonly number[]
  readonly featureIds: readonly number[]
  readonly locationIds: readonly number[]
}

/** What features have sold and given back on some business days, in some businesses and locations. */
export async function sumsOfFeatures(
  { businessIds, featureIds, locationIds }: FeatureScope,
  { from, to }: Days,
): Promise<readonly FeatureSums[]> {
  const { rows } = await database().query<FeatureSums>({
    name: 'sums-of-features',
    text: `SELECT feature_id AS "featureId", kind, ${SUMS} FROM sales_by_feature
           WHERE business_id = ANY ($1::int[]) AND day BETWEEN $4::date AND $5::date AND feature_id = ANY ($2::int[]) AND location_id = ANY ($3::int[])
           GROUP BY feature_id, kind`,
    values: [businessIds, featureIds, locationIds, from, to],
  })
  return rows
}

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
