import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { Prepared } from '#lib/server/import/check/prepare.ts'
import { upsert, type Shape } from './upsert.ts'
import { instant } from './write-entitlements.ts'

const MINI_SITE: Shape = {
  table: 'mini_site',
  keys: ['mini_site_id'],
  columns: {
    mini_site_id: 'int',
    url: 'text',
    is_closed: 'boolean',
    opens_at: 'timestamptz',
    closes_at: 'timestamptz',
    accent: 'text',
    mark: 'text',
    cover: 'text',
    words: 'jsonb',
    presentation_ids: 'int[]',
  },
}

/**
 * Writes mini-sites; their tickets are among the entitlements, which are written afterwards. Those that the files no longer list for a mini-site become invalid;
 * what was sold of them stays counted. @returns the number of rows written
 */
export async function writeMiniSites(client: Queryable, { miniSites, entitlements }: Prepared): Promise<number> {
  if (miniSites.length === 0) return 0
  const written = await upsert(
    client,
    MINI_SITE,
    miniSites.map(({ item }) => ({
      mini_site_id: item.id,
      url: item.url,
      is_closed: item.closed,
      opens_at: instant(item.opensAt),
      closes_at: instant(item.closesAt),
      accent: item.accent?.toLowerCase() ?? null,
      mark: item.markPicture,
      cover: item.coverPicture,
      words: item.words,
      presentation_ids: item.presentationIds,
    })),
  )
  const { rowCount } = await client.query(
    `UPDATE entitlement SET is_active = false WHERE is_active AND mini_site_id = ANY ($1::int[]) AND public_code <> ALL ($2::text[])`,
    [
      miniSites.map(({ item }) => item.id),
      entitlements.flatMap(({ item }) => (item.kind === 'site' ? [item.publicCode, ...item.earlier.map((one) => one.publicCode)] : [])),
    ],
  )
  return written + (rowCount ?? 0)
}
