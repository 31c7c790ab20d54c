import type { Film } from '#lib/domain/catalogue/films/films.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'

type Dates = 'saleOpensAt' | 'saleClosesAt' | 'startsAt'
type FilmRow = Omit<Film, Dates> & { readonly [Key in Dates]: Date | null }

/** The films and streams of the catalogue. Column aliases match the field names of domain/catalogue/films/films.ts. */
export async function readFilms(client: Queryable): Promise<Film[]> {
  const { rows } = await client.query<FilmRow>(
    `SELECT f.film_id AS id, f.feature_id AS "featureId", f.venue_id AS "venueId", v.venue_type_id AS "venueTypeId", f.business_id AS "businessId",
            f.auth_profile_id AS "authProfileId", f.price, f.service_charge AS "serviceCharge", f.is_cancelled AS "isCancelled", f.sale_opens_at AS "saleOpensAt",
            f.sale_closes_at AS "saleClosesAt", f.starts_at AS "startsAt", f.hours, f.days, f.devices, f.capacity, f.media, f.seconds, f.chapters, f.subtitles, f.sounds,
            (SELECT cancellation_terms(c) FROM cancellation_policy c WHERE c.cancellation_policy_id = f.cancellation_policy_id) AS cancellation
     FROM film f JOIN venue v USING (venue_id) ORDER BY f.ordinal, f.film_id`,
  )
  return rows.map(({ saleOpensAt, saleClosesAt, startsAt, ...row }) => ({
    ...row,
    saleOpensAt: saleOpensAt?.getTime() ?? null,
    saleClosesAt: saleClosesAt?.getTime() ?? null,
    startsAt: startsAt?.getTime() ?? null,
  }))
}
