import { join } from 'node:path'
import { projectFile } from '#lib/server/platform/config/project-file.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/** Names of folders of HLS, and of the files in them: no path that leads anywhere else can be written with these. */
const FOLDER = /^[a-z0-9][a-z0-9-]{0,59}$/
const FILE = /^(?:[A-Za-z0-9][A-Za-z0-9_-]{0,59}\/)?[A-Za-z0-9][A-Za-z0-9_-]{0,59}\.(m3u8|m4s|mp4|ts|aac|vtt|jpg)$/

const TYPES: Readonly<Record<string, string>> = {
  m3u8: 'application/vnd.apple.mpegurl',
  m4s: 'video/iso.segment',
  mp4: 'video/mp4',
  ts: 'video/mp2t',
  aac: 'audio/aac',
  vtt: 'text/vtt; charset=utf-8',
  jpg: 'image/jpeg',
}

/** The main playlist of every film. */
export const MAIN_PLAYLIST = 'master.m3u8'
export const POSTER = 'poster.jpg'

/** The folders of films of the data directory. */
export function filmsFolder(): string {
  return join(settings().dataDir, 'vod')
}

/** Where a film's folder is: those of the demo come with the shop. @throws {RangeError} for a name that is none */
export function mediaFolder(name: string): string {
  if (!FOLDER.test(name)) throw new RangeError('This is no name of a film’s folder.')
  return name.startsWith('demo-') ? projectFile(`src/lib/demo/films/${name}`) : join(filmsFolder(), name)
}

export function isMediaName(name: string): boolean {
  return FOLDER.test(name)
}

/** The content type of a file of a film: of its folder or one below it; undefined for a path that is none. */
export function mediaTypeOf(file: string): string | undefined {
  return TYPES[FILE.exec(file)?.[1] ?? '']
}
