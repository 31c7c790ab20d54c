import type { Film } from './films.ts'

/** Playlists of HLS (RFC 8216), as far as the catalogue has to know them. */

/** What the main playlist of a film offers. */
export interface MainPlaylist extends Pick<Film, 'sounds' | 'subtitles'> {
  /** The playlists that it names, relative to it. */
  readonly playlists: readonly string[]
  /** Those of its levels. */
  readonly levels: readonly string[]
}

/** Reads a main playlist; undefined if the text is none. */
export function readMainPlaylist(text: string): MainPlaylist | undefined {
  const lines = linesOf(text)
  const levels = lines.flatMap((line, at) => (line.startsWith('#EXT-X-STREAM-INF:') ? (lines[at + 1] ?? []) : []))
  if (lines[0] !== '#EXTM3U' || levels.length === 0) return undefined
  const media = lines.filter((line) => line.startsWith('#EXT-X-MEDIA:')).map(attributesOf)
  const has = (one: Attributes, sign: string) => (one.CHARACTERISTICS ?? '').includes(sign)
  const trackOf = ({ LANGUAGE = '', NAME = '' }: Attributes) => ({ language: LANGUAGE, name: NAME })
  return {
    levels,
    playlists: [...levels, ...media.flatMap(({ URI }) => URI ?? [])],
    sounds: media
      .filter(({ TYPE }) => TYPE === 'AUDIO')
      .map((one) => ({ ...trackOf(one), isDescription: has(one, 'public.accessibility.describes-video') })),
    subtitles: media
      .filter(({ TYPE }) => TYPE === 'SUBTITLES')
      .map((one) => ({ ...trackOf(one), isForHardOfHearing: has(one, 'public.accessibility.describes-music-and-sound') })),
  }
}

/** The segments of a media playlist with their length in seconds together; undefined if the text is none. */
export function readMediaPlaylist(text: string): { readonly files: readonly string[]; readonly seconds: number } | undefined {
  const lines = linesOf(text)
  if (lines[0] !== '#EXTM3U' || lines.some((line) => line.startsWith('#EXT-X-STREAM-INF:'))) return undefined
  const maps = lines.filter((line) => line.startsWith('#EXT-X-MAP:')).flatMap((line) => attributesOf(line).URI ?? [])
  const lengths = lines.flatMap((line) => /^#EXTINF:([\d.]+)/.exec(line)?.[1] ?? [])
  return { files: [...maps, ...lines.filter((line) => !line.startsWith('#'))], seconds: lengths.reduce((sum, one) => sum + Number(one), 0) }
}

type Attributes = Readonly<Partial<Record<string, string>>>

function attributesOf(line: string): Attributes {
  return Object.fromEntries(
    [...line.matchAll(/([A-Z0-9-]+)=(?:"([^"]*)"|([^",]*))/g)].map(([, key = '', quoted, plain]) => [key, quoted ?? plain ?? '']),
  )
}

function linesOf(text: string): readonly string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
