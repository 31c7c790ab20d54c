import { database } from '#lib/server/platform/db/connect.ts'

/** The mini-site that a visitor is in; null if in none. */
export async function enteredMiniSite(uuid: string): Promise<number | null> {
  const { rows } = await database().query<{ id: number | null }>({
    name: 'entered-mini-site',
    text: 'SELECT mini_site_id AS id FROM session WHERE uuid = $1',
    values: [uuid],
  })
  return rows[0]?.id ?? null
}

/** Notes the mini-site that a visitor is in now. Whoever calls it has checked that the visitor may be. */
export async function enterMiniSite(uuid: string, siteId: number): Promise<void> {
  await database().query({
    name: 'enter-mini-site',
    text: 'UPDATE session SET mini_site_id = $2 WHERE uuid = $1 AND mini_site_id IS DISTINCT FROM $2',
    values: [uuid, siteId],
  })
}
