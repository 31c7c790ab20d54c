import type { MiniSite } from '#lib/domain/catalogue/mini-sites.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'

type MiniSiteRow = Omit<MiniSite, 'opensAt' | 'closesAt'> & { readonly opensAt: Date | null; readonly closesAt: Date | null }

/** The mini-sites of the catalogue. Column aliases match the field names of domain/catalogue/mini-sites.ts. */
export async function readMiniSites(client: Queryable): Promise<MiniSite[]> {
  const { rows } = await client.query<MiniSiteRow>(
    `SELECT mini_site_id AS id, url, is_closed AS "isClosed", opens_at AS "opensAt", closes_at AS "closesAt", accent, words,
            presentation_ids AS "presentationIds" FROM mini_site ORDER BY mini_site_id`,
  )
  return rows.map(({ opensAt, closesAt, ...row }) => ({
    ...row,
    opensAt: opensAt?.getTime() ?? null,
    closesAt: closesAt?.getTime() ?? null,
  }))
}
