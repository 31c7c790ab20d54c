import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { Known } from '#lib/server/import/check/known.ts'
import type { Prepared } from '#lib/server/import/check/prepare.ts'

/** Writes changed pictures one by one, because they are large. Returns how many were written. */
export async function writePictures(client: Queryable, { pictures }: Prepared, known: Known): Promise<number> {
  const changed = pictures.map(({ item }) => item).filter(({ name, etag }) => known.pictures.get(name)?.etag !== etag)
  for (const { name, mediaType, bytes, width, height, etag } of changed)
    await client.query({
      name: 'write-picture',
      text: `INSERT INTO picture (name, media_type, bytes, width, height, etag) VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (name) DO UPDATE
             SET media_type = excluded.media_type, bytes = excluded.bytes, width = excluded.width, height = excluded.height, etag = excluded.etag`,
      values: [name, mediaType, bytes, width, height, etag],
    })
  return changed.length
}
