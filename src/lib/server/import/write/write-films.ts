import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { agorotOf, type Prepared } from '#lib/server/import/check/prepare.ts'
import type { ReadFilm } from '#lib/server/import/read/read-films.ts'
import { upsert, type Row, type Shape } from './upsert.ts'
import { instant } from './write-entitlements.ts'

const FILM: Shape = {
  table: 'film',
  keys: ['film_id'],
  columns: {
    film_id: 'int',
    ordinal: 'int',
    feature_id: 'int',
    venue_id: 'int',
    business_id: 'int',
    auth_profile_id: 'int',
    price: 'int',
    service_charge: 'int',
    is_cancelled: 'boolean',
    sale_opens_at: 'timestamptz',
    sale_closes_at: 'timestamptz',
    starts_at: 'timestamptz',
    hours: 'int',
    days: 'int',
    devices: 'int',
    capacity: 'int',
    media: 'text',
    seconds: 'int',
    chapters: 'jsonb',
    subtitles: 'jsonb',
    sounds: 'jsonb',
    cancellation_policy_id: 'int',
  },
}

/** Writes films; tickets that were bought keep their terms. @returns the number of rows written */
export async function writeFilms(client: Queryable, { films }: Prepared): Promise<number> {
  return upsert(
    client,
    FILM,
    films.map(({ item }, ordinal) => filmRow(item, ordinal)),
  )
}

function filmRow(item: ReadFilm, ordinal: number): Row {
  return {
    film_id: item.id,
    ordinal,
    feature_id: item.featureId,
    venue_id: item.venueId,
    business_id: item.businessId,
    auth_profile_id: item.authProfileId,
    price: agorotOf(item.price),
    service_charge: agorotOf(item.serviceCharge),
    is_cancelled: item.cancelled,
    sale_opens_at: instant(item.saleOpensAt),
    sale_closes_at: instant(item.saleClosesAt),
    starts_at: instant(item.startsAt),
    hours: item.hours,
    days: item.days,
    devices: item.devices,
    capacity: item.capacity ?? null,
    media: item.media,
    seconds: Math.floor(item.seconds),
    chapters: item.chapters,
    subtitles: item.subtitles,
    sounds: item.sounds,
    cancellation_policy_id: item.cancellationPolicyId ?? null,
  }
}
