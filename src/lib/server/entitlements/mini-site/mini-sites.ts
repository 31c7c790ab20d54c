import type { MiniSite } from '#lib/domain/catalogue/mini-sites.ts'
import { isOpenSite } from '#lib/domain/catalogue/mini-sites.ts'
import { slugOf } from '#lib/domain/catalogue/slug.ts'
import { normaliseCode, siteReferenceName } from '#lib/domain/entitlements/grant.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { enterMiniSite } from '#lib/server/customers/session/entered-mini-site.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import type { Guesser } from '#lib/server/entitlements/code-guesses.ts'
import { lookupsOf } from '#lib/server/entitlements/entitlement-lookup.ts'
import { guardReferences } from './mini-site-guesses.ts'

const NOBODY = '00000000-0000-0000-0000-000000000000'

/** What a visitor may have of one ticket in a mini-site. */
export interface SiteTicket {
  readonly ticketId: number
  /** What is left for this visitor; null: without limit. */
  readonly balance: number | null
  /** Whether it is for whoever is there. */
  readonly isForAll: boolean
}

/** A mini-site as one visitor finds it. */
export interface FoundSite {
  readonly site: MiniSite
  /** Whether it is closed and the visitor has no valid reference: nothing of it may be shown. */
  readonly isShut: boolean
  /** Those that are valid now, used up ones too. */
  readonly tickets: readonly SiteTicket[]
}

/** A mini-site by its address. Refusals: NOT_FOUND (there is none, or not at this time). */
export async function findSite(url: string, uuid: string | undefined): Promise<Result<FoundSite>> {
  const { miniSites } = await catalogue()
  const site = miniSites.get(slugOf(url))
  if (!site || !isOpenSite(site, Date.now())) return refuse('NOT_FOUND')
  const tickets = await ticketsOf(site.id, uuid)
  return accept({ site, isShut: site.isClosed && tickets.length === 0, tickets })
}

/** The balance of each ticket: where several references give it, the largest, because an order takes one of them. */
export function mostOfEach(tickets: readonly SiteTicket[]): ReadonlyMap<number, number | null> {
  const most = new Map<number, number | null>()
  for (const { ticketId, balance } of tickets) {
    const before = most.get(ticketId)
    most.set(ticketId, balance === null || before === null ? null : Math.max(before ?? 0, balance))
  }
  return most
}

async function ticketsOf(siteId: number, uuid: string | undefined): Promise<readonly SiteTicket[]> {
  const { rows } = await database().query<SiteTicket>({
    name: 'mini-site-tickets',
    text: `SELECT t.ticket_id AS "ticketId", CASE WHEN e.uses IS NOT NULL THEN left_uses(e, $2::uuid) END AS balance, e.is_for_all AS "isForAll"
           FROM entitlement e JOIN entitlement_ticket t USING (entitlement_id)
           WHERE e.mini_site_id = $1 AND e.is_active AND (e.starts_at IS NULL OR e.starts_at <= now()) AND (e.ends_at IS NULL OR e.ends_at > now())
             AND (e.is_for_all OR EXISTS (SELECT FROM session_grant g WHERE g.uuid = $2 AND g.entitlement_id = e.entitlement_id))
           ORDER BY t.ticket_id, e.entitlement_id`,
    values: [siteId, uuid ?? NOBODY],
  })
  return rows
}

/** What is typed to have tickets of a mini-site. */
export interface TypedReferences {
  readonly reference1?: string | undefined
  readonly reference2?: string | undefined
  /** The tickets that the references have to give, all of them; none: any. */
  readonly ticketIds?: readonly number[] | undefined
  /** Whether some of each balance has to be left. */
  readonly needsBalance: boolean
}

/**
 * Checks a pair of references and remembers what it gives for this visitor, who is in the mini-site from then on. A reference that nobody has and a wrong second
 * one answer alike. Into one that is not closed the visitor comes without any. Refusals: NOT_FOUND, TOO_MANY_CODES, referenceNotEligible, TICKET_BALANCE_INSUFFICIENT.
 */
export async function useReferences(url: string, guesser: Guesser, typed: TypedReferences): Promise<Result<FoundSite>> {
  const found = await findSite(url, guesser.uuid)
  if (!found.ok) return found
  const { site } = found.value
  const reference1 = normaliseCode(typed.reference1 ?? '')
  if (!site.isClosed && reference1 === '' && !typed.ticketIds?.length) {
    await enterMiniSite(guesser.uuid, site.id)
    return found
  }
  const checked = await guardReferences(guesser, { siteId: site.id, reference1 }, () =>
    grantsFor(site, guesser.uuid, { ...typed, reference1 }),
  )
  if (!checked.ok) return checked
  await enterMiniSite(guesser.uuid, site.id)
  return findSite(url, guesser.uuid)
}

async function grantsFor(
  site: MiniSite,
  uuid: string,
  { reference1, reference2 = '', ticketIds = [], needsBalance }: TypedReferences & { readonly reference1: string },
): Promise<Result<void>> {
  const { rows } = await database().query<{ id: number; ticketId: number; balance: number | null }>({
    name: 'mini-site-references',
    text: `SELECT e.entitlement_id AS id, t.ticket_id AS "ticketId", CASE WHEN e.uses IS NOT NULL THEN left_uses(e, $2::uuid) END AS balance
           FROM entitlement e JOIN entitlement_ticket t USING (entitlement_id)
           WHERE e.kind = 'site' AND e.mini_site_id = $1 AND e.lookup = ANY ($3::text[]) AND e.is_active
             AND (e.starts_at IS NULL OR e.starts_at <= now()) AND (e.ends_at IS NULL OR e.ends_at > now()) AND (NOT e.is_for_all OR $4)`,
    values: [site.id, uuid, lookupsOf('site', siteReferenceName(site.id, reference1, reference2)), !site.isClosed],
  })
  const wanted = ticketIds.length === 0 ? rows : rows.filter(({ ticketId }) => ticketIds.includes(ticketId))
  if (wanted.length === 0 || ticketIds.some((id) => !wanted.some(({ ticketId }) => ticketId === id))) return refuse('referenceNotEligible')
  const isLeft = ({ balance }: { readonly balance: number | null }): boolean => balance !== 0
  if (needsBalance && !(ticketIds.length === 0 ? wanted.some(isLeft) : wanted.every(isLeft))) return refuse('TICKET_BALANCE_INSUFFICIENT')
  await database().query({
    name: 'remember-site-grants',
    text: `INSERT INTO session_grant (uuid, entitlement_id) SELECT s.uuid, w.id FROM session s, unnest($2::int[]) AS w (id) WHERE s.uuid = $1
           ON CONFLICT (uuid, entitlement_id) WHERE entitlement_id IS NOT NULL DO UPDATE SET granted_at = now()`,
    values: [uuid, wanted.map(({ id }) => id)],
  })
  return accept(undefined)
}
