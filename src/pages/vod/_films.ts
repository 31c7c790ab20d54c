import type { FilmAnswer, WatchState } from '#lib/contract/area/vod.ts'
import type { Feature } from '#lib/domain/catalogue/catalogue.ts'
import { toAgorot, type Agorot } from '#lib/domain/money/money.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { filmsForSale } from '#lib/server/vod/films.ts'
import { watchStateOf } from '#lib/server/vod/watch.ts'

/** A film with what its visitor may do. */
export interface FilmView {
  readonly film: FilmAnswer
  readonly watch: WatchState
  readonly feature: Feature | undefined
}

/** Who sees films, and in what language. */
type Viewer = Pick<App.Locals, 'visitor' | 'locale'>

export async function filmView(film: FilmAnswer, { visitor, locale }: Viewer, resId: string | null = null): Promise<FilmView> {
  const watch = await watchStateOf({ visitor, vodId: film.vodId, resId }, locale)
  return { film, watch, feature: (await catalogue(locale)).features.get(film.featureId) }
}

/** All films, those that the visitor is watching first. */
export async function filmViews(viewer: Viewer): Promise<readonly FilmView[]> {
  const films = await filmsForSale(viewer.locale)
  return Promise.all(films.map((film) => filmView(film, viewer)))
}

export const FILTERS = ['films', 'live', 'subtitles'] as const
export type Filter = (typeof FILTERS)[number]

export function isIn({ film }: FilmView, filter: Filter | undefined): boolean {
  if (filter === undefined) return true
  return filter === 'subtitles' ? film.subtitles.length > 0 : film.isLive === (filter === 'live')
}

/** What one ticket costs with its charge. */
export function priceOf({ price, serviceCharge }: FilmAnswer): Agorot {
  return (toAgorot(price) ?? 0) + (toAgorot(serviceCharge) ?? 0)
}

/** Where a film is watched: by its order, so that the address leads there on another device too. */
export function pathOf({ film: { vodId }, watch: { resId } }: Pick<FilmView, 'film' | 'watch'>): string {
  return resId === null ? `/vod/${String(vodId)}` : `/vod/${resId}/${String(vodId)}`
}

/** The picture of a film; a stream, which has none of its own before it begins, has its feature's. */
export function stillOf({ isLive, poster, featureId }: FilmAnswer): string {
  return isLive ? `/api/features/${String(featureId)}/placeholderImage` : poster
}
