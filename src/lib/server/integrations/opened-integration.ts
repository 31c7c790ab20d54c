import { isReturnAddress, withOutcome, type Outcome } from '#lib/domain/orders/return-address.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { nameIn, type Integration } from './integrations.ts'
import { hashOfId } from './open-integration.ts'

/** What a visitor has opened. */
export interface OpenedIntegration extends Pick<Integration, 'names' | 'businessIds'> {
  readonly ret: string
  readonly expiresAt: Date
}

/** The way back to the outside system that an order was begun in. */
export interface WayOut {
  readonly name: string
  readonly href: string
}

/**
 * What an integrationId stands for, while it is good, for the visitor who has opened it. Refusals: INTEGRATION_NOT_FOUND (there is none, it is another's, expired,
 * or an order has taken it).
 */
export async function openedById(id: string, uuid: string | undefined): Promise<Result<OpenedIntegration>> {
  const { rows } = await database().query<OpenedIntegration>({
    name: 'opened-by-id',
    text: `SELECT i.names, i.business_ids AS "businessIds", v.return_url AS ret, v.expires_at AS "expiresAt"
           FROM integration_opening v JOIN integration i USING (integration_id) WHERE v.id_hash = $1 AND v.uuid = $2 AND is_opening_good(v)`,
    values: [hashOfId(id), uuid],
  })
  return rows[0] ? accept(rows[0]) : refuse('INTEGRATION_NOT_FOUND')
}

/** Whether what is opened, if anything, is of a business: an integration may be of some only. */
export function isOfBusiness(opened: Pick<Integration, 'businessIds'> | undefined, businessId: number): boolean {
  return opened?.businessIds?.includes(businessId) !== false
}

/**
 * For a call that may name an integration: what it stands for; undefined if it names none. Refusals: INTEGRATION_NOT_FOUND, NOT_FOUND (it is of other businesses
 * than the call's).
 */
export async function integrationForCall(
  { integrationId }: { readonly integrationId?: string | undefined },
  uuid: string | undefined,
  businessId?: number,
): Promise<Result<OpenedIntegration | undefined>> {
  if (integrationId === undefined) return accept(undefined)
  const opened = await openedById(integrationId, uuid)
  if (opened.ok && businessId !== undefined && !isOfBusiness(opened.value, businessId)) return refuse('NOT_FOUND')
  return opened
}

/** As calls answer it. */
export function integrationDataOf(opened: OpenedIntegration | undefined, locale: string) {
  return opened ? { name: nameIn(opened.names, locale), ret: opened.ret, expiresAt: opened.expiresAt.toISOString() } : null
}

interface BackRow extends Pick<Integration, 'names' | 'returnBases'> {
  readonly ret: string
}

/** The way back from an order that has taken an opening. Undefined if it has taken none, if its integration ended, or if its addresses are others by now. */
export async function wayOutOf(openingId: number | null, outcome: Outcome, locale: string): Promise<WayOut | undefined> {
  if (openingId === null) return undefined
  const { rows } = await database().query<BackRow>({
    name: 'way-out-of-order',
    text: `SELECT i.names, i.return_bases AS "returnBases", v.return_url AS ret
           FROM integration_opening v JOIN integration i USING (integration_id) WHERE v.opening_id = $1 AND i.ended_at IS NULL`,
    values: [openingId],
  })
  return wayOut(rows[0], outcome, locale)
}

/** The way back of a visitor who has ordered nothing yet; undefined if the visitor has come by none. */
export async function currentWayOut(uuid: string, locale: string): Promise<WayOut | undefined> {
  return wayOut(await currentOpening(uuid), 'none', locale)
}

/** What the visitor has come by last, which the next order takes; undefined if that is not good any more. */
export async function currentOpening(uuid: string): Promise<(OpenedIntegration & BackRow) | undefined> {
  const { rows } = await database().query<OpenedIntegration & BackRow>({
    name: 'opening-of-visitor',
    text: `SELECT i.names, i.business_ids AS "businessIds", i.return_bases AS "returnBases", v.return_url AS ret, v.expires_at AS "expiresAt"
           FROM integration_opening v JOIN integration i USING (integration_id)
           WHERE v.opening_id = (SELECT max(l.opening_id) FROM integration_opening l WHERE l.uuid = $1) AND is_opening_good(v)`,
    values: [uuid],
  })
  return rows[0]
}

function wayOut(row: BackRow | undefined, outcome: Outcome, locale: string): WayOut | undefined {
  return row && isReturnAddress(row.ret, row.returnBases)
    ? { name: nameIn(row.names, locale), href: withOutcome(row.ret, outcome) }
    : undefined
}
