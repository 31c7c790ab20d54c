import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { checkMedia } from '#lib/server/vod/check-media.ts'
import { BucketError } from '#lib/server/providers/bucket/bucket.ts'
import { bucketFilms, filmBucket } from '#lib/server/vod/media-bucket.ts'
import { filmsFolder, isMediaName, mediaFolder } from '#lib/server/vod/media-folder.ts'
import { encodeFilm, hasFfmpeg, probeFilm } from './encode-film.ts'
import { removeUploaded, uploadFilm } from './upload-film.ts'

/** What became of a film, or a sentence with the problem. */
export type Added = { readonly ok: true; readonly name: string } | { readonly ok: false; readonly sentence: string }

/** The name that a film gets of its file: small letters, digits and hyphens. */
export function nameOf(file: string): string {
  const name = basename(file)
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
  return name.replace(/-+$/, '')
}

/**
 * Adds a film: a folder of HLS is copied, a file is encoded; both are uploaded if films are kept in a bucket. It stands under its name only when it is whole.
 * @param report receives how much is done, 0 to 1
 */
export async function addFilm(source: string, name: string, report: (share: number) => void): Promise<Added> {
  if (!isMediaName(name) || name.startsWith('demo-') || UNFINISHED.test(name))
    return no(
      `${name === '' ? source : name} is no name: small letters, digits and hyphens, not beginning with demo-; --as NAME gives one.`,
    )
  const found = await stat(source).catch(() => undefined)
  if (!found) return no(`There is no file or folder ${source}.`)
  if ((await filmNames()).includes(name)) return no(`There is a film ${name} already; --as NAME gives another name.`)
  const unfinished = unfinishedOf(name)
  await rm(mediaFolder(unfinished), { recursive: true, force: true })
  await mkdir(filmsFolder(), { recursive: true })
  const problem = await (found.isDirectory() ? copyFolder(source, unfinished) : encodeFile(source, unfinished, report))
  const checked = problem === undefined ? await checkMedia(unfinished) : undefined
  if (!checked?.ok) {
    await rm(mediaFolder(unfinished), { recursive: true, force: true })
    return no(problem ?? checked?.sentence.replaceAll(unfinished, name) ?? '')
  }
  return publish(unfinished, name)
}

/** The folder that a film is made in: of a name that nobody gives a film, and always the same, so that what a crash left is cleared. */
function unfinishedOf(name: string): string {
  return `unfinished-${createHash('sha256').update(name).digest('hex').slice(0, 16)}`
}

const UNFINISHED = /^unfinished-[0-9a-f]{16}$/

/** Puts a whole film where films are kept, under its name. */
async function publish(unfinished: string, name: string): Promise<Added> {
  const bucket = filmBucket()
  try {
    if (bucket) await uploadFilm(bucket, mediaFolder(unfinished), name)
    else await rename(mediaFolder(unfinished), mediaFolder(name))
    return { ok: true, name }
  } catch (error) {
    if (error instanceof BucketError) return no(`${name} could not be uploaded: ${error.message}.`)
    throw error
  } finally {
    if (bucket) await rm(mediaFolder(unfinished), { recursive: true, force: true })
  }
}

async function copyFolder(source: string, name: string): Promise<undefined> {
  await cp(source, mediaFolder(name), { recursive: true, dereference: true })
}

/** @returns a sentence with the problem */
async function encodeFile(source: string, name: string, report: (share: number) => void): Promise<string | undefined> {
  if (!(await hasFfmpeg())) return 'ffmpeg is not installed here: install it, or give a folder of HLS that was made elsewhere.'
  const facts = await probeFilm(source)
  if (!facts) return `${source} is no film that ffmpeg can read.`
  await mkdir(mediaFolder(name), { recursive: true })
  await encodeFilm({ file: source, folder: mediaFolder(name), facts }, report)
  return undefined
}

function no(sentence: string): Added {
  return { ok: false, sentence }
}

/** The names of the films of the data directory and of the bucket, in order. */
export async function filmNames(): Promise<readonly string[]> {
  const bucket = filmBucket()
  const uploaded = bucket ? await bucketFilms(bucket) : []
  return [...new Set([...(await storedHere()), ...uploaded])].toSorted()
}

async function storedHere(): Promise<readonly string[]> {
  const entries = await readdir(filmsFolder(), { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory() && isMediaName(entry.name) && !UNFINISHED.test(entry.name)).map(({ name }) => name)
}

/** @returns false if there is no such film */
export async function removeFilm(name: string): Promise<boolean> {
  if (!(await filmNames()).includes(name)) return false
  const bucket = filmBucket()
  if (bucket) await removeUploaded(bucket, name)
  await rm(join(filmsFolder(), name), { recursive: true, force: true })
  return true
}
