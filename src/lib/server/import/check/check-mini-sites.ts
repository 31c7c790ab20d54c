import { tooLittleContrast } from '#lib/domain/catalogue/accent.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { Sourced } from '#lib/server/import/read/read-catalogue.ts'
import type { DrawnMiniSite } from '#lib/server/import/read/read-mini-sites.ts'
import { inside, type ImportNotes } from '#lib/server/import/read/report.ts'
import { joinTickets } from './check-tickets.ts'
import type { Catalogues } from './known.ts'
import type { Prepared } from './prepare.ts'

type Sites = readonly Sourced<DrawnMiniSite>[]

/** Checks mini-sites for consistency with themselves, that addresses stay with them, and that what they name is there. */
export async function checkMiniSites(client: Queryable, { prepared, known }: Catalogues, notes: ImportNotes): Promise<void> {
  const { miniSites } = prepared
  if (miniSites.length === 0) return
  for (const source of miniSites) checkOwn(source, notes)
  await checkAddresses(client, miniSites, notes)
  const sold = await groupsSold(client, prepared)
  const tickets = joinTickets(prepared, known)
  for (const { item, place } of miniSites) {
    const groups = new Set(item.presentationIds.flatMap((id) => [...(sold.get(id) ?? [])]))
    for (const [index, id] of item.presentationIds.entries()) {
      const here = inside(place, 'presentationIds', index)
      if (!sold.has(id)) notes.problem(here, `there is no presentation ${String(id)}`)
      else if (item.presentationIds.indexOf(id) < index) notes.problem(here, 'is the same as another before it')
    }
    for (const [index, { ticketId }] of item.tickets.entries()) {
      const group = tickets.get(ticketId)?.ticketGroupId
      if (group !== undefined && !groups.has(group))
        notes.problem(
          inside(place, 'tickets', index, 'ticketId'),
          `ticket ${String(ticketId)}: its group ${String(group)} is sold at none of its presentations`,
        )
    }
  }
}

function checkOwn({ item, place }: Sourced<DrawnMiniSite>, notes: ImportNotes): void {
  const contrast = item.accent == null ? undefined : tooLittleContrast(item.accent)
  if (contrast !== undefined)
    notes.problem(inside(place, 'accent'), `has a contrast of only ${contrast.toFixed(1)} with white or its tint, where text needs 4.5`)
  if (item.closed && !item.tickets.some(({ reference1 }) => reference1 != null))
    notes.problem(inside(place, 'closed'), 'is closed, but no ticket has a reference1 that would open it')
  for (const [index, { reference1, reference2 }] of item.tickets.entries()) {
    const here = inside(place, 'tickets', index)
    if (reference1 == null && reference2 != null) notes.problem(inside(here, 'reference2'), 'stands without a reference1')
    if (reference1 == null && item.closed) notes.problem(here, 'has no reference1, but the mini-site is closed')
  }
}

async function checkAddresses(client: Queryable, sites: Sites, notes: ImportNotes): Promise<void> {
  const { rows } = await client.query<{ id: number; url: string }>('SELECT mini_site_id AS id, url FROM mini_site')
  const listed = new Set(sites.map(({ item }) => item.id))
  const taken = new Map(rows.filter(({ id }) => !listed.has(id)).map(({ id, url }) => [url, id]))
  for (const { item, place } of sites) {
    const other = taken.get(item.url)
    if (other !== undefined && other !== item.id)
      notes.problem(inside(place, 'url'), `the address ${item.url} is that of mini-site ${String(other)} already`)
    taken.set(item.url, item.id)
  }
}

/** The ticket groups that each presentation sells, of those that are named. */
async function groupsSold(client: Queryable, { miniSites, presentations }: Prepared): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const { rows } = await client.query<{ id: number; groups: number[] }>(
    `SELECT presentation_id AS id, array(SELECT ticket_group_id FROM presentation_price p WHERE p.presentation_id = presentation.presentation_id) AS groups
     FROM presentation WHERE presentation_id = ANY ($1::int[])`,
    [miniSites.flatMap(({ item }) => item.presentationIds)],
  )
  const listed = presentations.map(({ item }) => {
    const groups = Object.values(item.prices).map((price) => (typeof price === 'number' ? price : price.ticketGroupId))
    return [item.id, new Set(groups)] as const
  })
  return new Map<number, ReadonlySet<number>>([...rows.map(({ id, groups }) => [id, new Set(groups)] as const), ...listed])
}

/**
 * Warns of coming presentations that only mini-sites sell and that are in none: nobody can buy them. Looks at what is written, of which the files list the presentation
 * or a mini-site that no longer has it.
 */
export async function warnOfUnsold(client: Queryable, { presentations, miniSites }: Prepared, notes: ImportNotes): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `SELECT presentation_id AS id FROM presentation p WHERE only_in_mini_sites AND NOT is_cancelled AND starts_at > now()
       AND NOT EXISTS (SELECT FROM mini_site m WHERE p.presentation_id = ANY (m.presentation_ids)) ORDER BY presentation_id`,
  )
  const listed = new Map(presentations.map(({ item, place }) => [item.id, inside(place, 'onlyInMiniSites')]))
  const [site] = miniSites
  for (const { id } of rows) {
    const place = listed.get(id) ?? (site && { file: site.place.file, path: ['miniSites'] })
    if (place) notes.warning(place, `presentation ${String(id)} is sold by mini-sites only, and is in none: nobody can buy it`)
  }
}
