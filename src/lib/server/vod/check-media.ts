import { posix } from 'node:path'
import type { Film } from '#lib/domain/catalogue/films/films.ts'
import { readMainPlaylist, readMediaPlaylist } from '#lib/domain/catalogue/films/playlist.ts'
import { MAIN_PLAYLIST, mediaTypeOf } from './media-folder.ts'
import { mediaText, hasMedia } from './media-store.ts'

export type MediaFacts = Pick<Film, 'seconds' | 'subtitles' | 'sounds'>

/** Looks whether a film's folder can be played: its main playlist, those it names, and their first and last files. @returns its facts, or a sentence with the problem */
export async function checkMedia(
  media: string,
): Promise<{ readonly ok: true; readonly facts: MediaFacts } | { readonly ok: false; readonly sentence: string }> {
  const text = await mediaText(media, MAIN_PLAYLIST)
  if (text === undefined) return problem(`there is no film ${media}: npm run vod -- list names those that are there`)
  const main = readMainPlaylist(text)
  if (!main) return problem(`${MAIN_PLAYLIST} of ${media} is no main playlist of HLS`)
  let seconds = 0
  for (const playlist of main.playlists) {
    const checked = await checkPlaylist(media, playlist)
    if (typeof checked === 'string') return problem(checked)
    if (main.levels.includes(playlist)) seconds = Math.max(seconds, checked.seconds)
  }
  return { ok: true, facts: { seconds, subtitles: main.subtitles, sounds: main.sounds } }
}

/** @returns a sentence with the problem, or its running time */
async function checkPlaylist(media: string, playlist: string): Promise<string | { readonly seconds: number }> {
  if (mediaTypeOf(playlist) === undefined) return `${playlist} of ${media} is not a file beside its main playlist or one folder below it`
  const read = readMediaPlaylist((await mediaText(media, playlist)) ?? '')
  if (!read) return `${playlist} of ${media} is missing, or no playlist of segments`
  const files = read.files.map((file) => posix.join(posix.dirname(playlist), file))
  const strange = files.find((file) => mediaTypeOf(file) === undefined)
  if (strange !== undefined) return `${strange} of ${media} is not a file of HLS in its folder`
  for (const file of new Set([files[0], files.at(-1)]))
    if (file !== undefined && !(await hasMedia(media, file))) return `${file} of ${media} is missing`
  return read
}

function problem(sentence: string) {
  return { ok: false, sentence } as const
}
