import type { FilmAnswer } from '#lib/contract/area/vod.ts'
import { filmSaleState, isLive, type Film } from '#lib/domain/catalogue/films/films.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { toShekels } from '#lib/domain/money/money.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import { isTicketLeft } from './film-tickets.ts'

/** The films and streams as they are offered, in the order of the catalogue. */
export async function filmsForSale(locale: Locale, now = Date.now()): Promise<readonly FilmAnswer[]> {
  const from = await catalogue(locale)
  const films = await Promise.all([...from.films.values()].map((film) => filmAnswer(from, film, now)))
  return films.filter(({ saleState }) => saleState !== 'cancelled')
}

/** undefined where there is no such film. */
export async function filmOf(vodId: number, locale: Locale = DEFAULT_LOCALE, now = Date.now()): Promise<FilmAnswer | undefined> {
  const from = await catalogue(locale)
  const film = from.films.get(vodId)
  return film && filmAnswer(from, film, now)
}

async function filmAnswer(from: Catalogue, film: Film, now: number): Promise<FilmAnswer> {
  const state = filmSaleState(film, now)
  const isSoldOut = state === 'open' && !(await isTicketLeft(database(), film))
  return {
    vodId: film.id,
    featureId: film.featureId,
    featureName: from.features.get(film.featureId)?.name ?? '',
    venueTypeId: film.venueTypeId,
    isLive: isLive(film),
    price: toShekels(film.price),
    serviceCharge: toShekels(film.serviceCharge),
    saleState: isSoldOut ? 'soldout' : state,
    saleOpens: isoOf(film.saleOpensAt),
    startsAt: isoOf(film.startsAt),
    hours: film.hours,
    days: film.days,
    devices: film.devices,
    seconds: film.seconds,
    poster: `/api/vod/${String(film.id)}/poster`,
    chapters: [...film.chapters],
    subtitles: [...film.subtitles],
    sounds: [...film.sounds],
  }
}

function isoOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
