import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Bucket } from '#lib/server/providers/bucket/bucket.ts'
import { keyOf } from '#lib/server/vod/media-bucket.ts'
import { MAIN_PLAYLIST, mediaTypeOf } from '#lib/server/vod/media-folder.ts'

/** Files that are on their way at once. */
const AT_ONCE = 4

/** Uploads the files of a film, its main playlist last: without it there is no film. What a failure leaves is removed again. @throws {BucketError} */
export async function uploadFilm(bucket: Bucket, folder: string, name: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((file) => mediaTypeOf(file) !== undefined && file !== MAIN_PLAYLIST)
  const put = async (file: string) => bucket.write(keyOf(name, file), await readFile(join(folder, file)), mediaTypeOf(file) ?? '')
  try {
    await severalAtOnce(files, put)
    await put(MAIN_PLAYLIST)
  } catch (error) {
    await removeUploaded(bucket, name).catch(() => undefined)
    throw error
  }
}

/** Removes a film from the bucket, its main playlist first: nobody begins to watch what is going. @throws {BucketError} */
export async function removeUploaded(bucket: Bucket, name: string): Promise<void> {
  const keys = await bucket.list(keyOf(name, ''))
  const main = keyOf(name, MAIN_PLAYLIST)
  if (keys.includes(main)) await bucket.remove(main)
  await severalAtOnce(
    keys.filter((key) => key !== main),
    (key) => bucket.remove(key),
  )
}

/** Ends only when nothing is on its way any more; after a failure nothing new is begun. */
async function severalAtOnce(names: readonly string[], work: (name: string) => Promise<void>): Promise<void> {
  const waiting = [...names]
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      await work(name).catch((error: unknown) => {
        waiting.length = 0
        throw error
      })
    }
  })
  const failed = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
