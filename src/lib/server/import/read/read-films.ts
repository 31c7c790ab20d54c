import type { Film } from '#lib/domain/catalogue/films/films.ts'
import { checkMedia } from '#lib/server/vod/check-media.ts'
import type { FilmItem } from '#lib/server/import/schema/film-schema.ts'
import { dateMoment } from './expand-schedules.ts'
import type { Sourced } from './read-catalogue.ts'
import { periodOf } from './read-entitlements.ts'
import { inside, type ImportNotes } from './report.ts'

/** A film with its times as instants (ms since 1970) and what its media offers. */
export interface ReadFilm
  extends
    Omit<FilmItem, 'start' | 'saleOpens' | 'saleCloses'>,
    Pick<Film, 'startsAt' | 'saleOpensAt' | 'saleClosesAt' | 'seconds' | 'subtitles' | 'sounds'> {}

/** Reads films and looks into their folders. The folder of a live stream may be empty: its playlists are written when it begins. */
export async function readFilms(films: readonly Sourced<FilmItem>[], today: string, notes: ImportNotes): Promise<Sourced<ReadFilm>[]> {
  const read: Sourced<ReadFilm>[] = []
  for (const { item, place } of films) {
    const { start, saleOpens, saleCloses, ...rest } = item
    const sale = periodOf(['saleOpens', saleOpens], ['saleCloses', saleCloses], { today, place, notes })
    const startsAt = start ? (dateMoment(start, { today, place: inside(place, 'start'), notes }) ?? null) : null
    const media = await checkMedia(item.media)
    if (!media.ok && !start) notes.problem(inside(place, 'media'), media.sentence)
    const offered = media.ok && !start ? media.facts : { seconds: 0, subtitles: [], sounds: [] }
    for (const [index, { at }] of item.chapters.entries()) {
      if (at < (item.chapters[index - 1]?.at ?? 0)) notes.problem(inside(place, 'chapters', index, 'at'), 'is before the chapter before it')
      if (media.ok && !start && at >= offered.seconds) notes.problem(inside(place, 'chapters', index, 'at'), 'is after the end of the film')
    }
    read.push({ item: { ...rest, ...offered, startsAt, saleOpensAt: sale.startsAt, saleClosesAt: sale.endsAt }, place })
  }
  return read
}
