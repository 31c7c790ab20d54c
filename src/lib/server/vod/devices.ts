import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { afterCommit } from '#lib/server/platform/db/transactions.ts'
import { unguessable } from '#lib/server/platform/secrets/identifiers.ts'
import { forgetRights } from './media-right.ts'
import type { OwnTicket } from './own-ticket.ts'

/** A place of a ticket; a device is a session. */
export interface WatchPlace {
  readonly place: number
  readonly device: string
  readonly deviceId: string
  readonly name: string
  readonly seenAt: Date
  /** Whether it was heard of within the last beats. */
  readonly isActive: boolean
}

export const BEAT_SECONDS = 15
/** Seconds after which a silent device has made room. */
const SILENT = BEAT_SECONDS * 3
/** How often devices of one ticket may be replaced by others. */
export const MOST_REPLACEMENTS = 20
/** Streams of one visitor at once, of whatever tickets. */
const MOST_STREAMS = 2

export async function placesOf(client: Queryable, orderId: string): Promise<readonly WatchPlace[]> {
  const { rows } = await client.query<WatchPlace>({
    name: 'film-devices',
    text: `SELECT place, device, device_id AS "deviceId", name, seen_at AS "seenAt", seen_at > now() - $2::int * interval '1 second' AS "isActive"
           FROM film_device WHERE order_id = $1 ORDER BY place`,
    values: [orderId, SILENT],
  })
  return rows
}

/** A device that wants to watch. */
export interface Watcher {
  readonly uuid: string
  readonly name: string
  /** The name of the device that is to stop instead. */
  readonly replaces: string | null
}

/**
 * Gives a device one of the places of a locked ticket: its own, a free one, one that is silent, or that of the device that it replaces. What it replaces may
 * also be another film that it plays itself, which counts as no replacement.
 * Refusals: VOD_DEVICE_LIMIT (with the number of places), VOD_REPLACE_LIMIT.
 * @returns the device's name on the wire
 */
export async function takePlace(client: Queryable, ticket: OwnTicket, watcher: Watcher): Promise<Result<string>> {
  const { orderId } = ticket
  if (!(await makesRoom(client, orderId, watcher))) return refuse('VOD_DEVICE_LIMIT', { devices: MOST_STREAMS })
  const places = await placesOf(client, orderId)
  const own = places.find(({ device }) => device === watcher.uuid)
  if (own) return accept(await writePlace(client, { orderId, place: own.place }, watcher))
  const free = freePlace(places, ticket.devices)
  if (free !== undefined) return accept(await writePlace(client, { orderId, place: free }, watcher))
  const other = places.find(({ deviceId }) => deviceId === watcher.replaces)
  if (!other) return refuse('VOD_DEVICE_LIMIT', { devices: ticket.devices })
  if (ticket.replacements >= MOST_REPLACEMENTS) return refuse('VOD_REPLACE_LIMIT')
  await client.query({
    name: 'count-replacement',
    text: 'UPDATE film_ticket SET replacements = replacements + 1 WHERE order_id = $1',
    values: [orderId],
  })
  return accept(await writePlace(client, { orderId, place: other.place }, watcher))
}

/** The first place that nobody has, or that is silent; undefined if all are watched from. */
function freePlace(places: readonly WatchPlace[], devices: number): number | undefined {
  const all = Array.from({ length: devices }, (_, at) => at + 1)
  return all.find((place) => !places.some((one) => one.place === place)) ?? places.find(({ isActive }) => !isActive)?.place
}

async function writePlace(
  client: Queryable,
  { orderId, place }: { readonly orderId: string; readonly place: number },
  { uuid, name }: Watcher,
): Promise<string> {
  const { rows } = await client.query<{ deviceId: string }>({
    name: 'take-film-place',
    text: `INSERT INTO film_device AS d (order_id, place, device, device_id, name) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (order_id, place) DO UPDATE SET seen_at = now(), name = excluded.name, device = excluded.device,
             device_id = CASE WHEN d.device = excluded.device THEN d.device_id ELSE excluded.device_id END,
             started_at = CASE WHEN d.device = excluded.device THEN d.started_at ELSE now() END
           RETURNING device_id AS "deviceId"`,
    values: [orderId, place, uuid, unguessable(20), name],
  })
  return rows[0]?.deviceId ?? ''
}

/** Whether the visitor watches fewer other films than one visitor may, once the one that is to be replaced has stopped. Its presses come one after the other. */
async function makesRoom(client: Queryable, orderId: string, { uuid, replaces }: Watcher): Promise<boolean> {
  await client.query({
    name: 'one-press-of-visitor',
    text: `SELECT pg_advisory_xact_lock(hashtextextended('film ' || $1::text, 0))`,
    values: [uuid],
  })
  const others = await filmsElsewhere(client, orderId, uuid)
  const stopped = others.find(({ deviceId }) => deviceId === replaces)
  if (stopped) {
    await leavePlace(client, stopped.orderId, uuid)
    afterCommit(client, () => {
      forgetRights(stopped.orderId)
    })
  }
  return others.length - (stopped ? 1 : 0) < MOST_STREAMS
}

/** Another film that a visitor's browser plays. */
export interface FilmElsewhere {
  readonly orderId: string
  readonly filmId: number
  readonly deviceId: string
  readonly seenAt: Date
  /** Whether it is watched by an order of the visitor's; else somebody else was signed in before, whose films are no business of theirs. */
  readonly isOwn: boolean
}

/** The films of other tickets that a visitor's browser plays, where they are as many as one visitor may watch at once; none where they are fewer. */
export async function filmsElsewhere(client: Queryable, orderId: string, uuid: string): Promise<readonly FilmElsewhere[]> {
  const { rows } = await client.query<FilmElsewhere>({
    name: 'films-of-visitor',
    text: `SELECT d.order_id AS "orderId", t.film_id AS "filmId", d.device_id AS "deviceId", d.seen_at AS "seenAt", is_order_of(o, $1) AS "isOwn"
           FROM film_device d JOIN film_ticket t USING (order_id) JOIN orders o USING (order_id)
           WHERE d.device = $1 AND d.order_id <> $2 AND d.seen_at > now() - $3::int * interval '1 second' ORDER BY d.started_at, d.order_id`,
    values: [uuid, orderId, SILENT],
  })
  return rows.length < MOST_STREAMS ? [] : rows
}

/** A device that watches: its name on the wire, and how many do by its ticket, itself among them. */
export interface KeptPlace {
  readonly deviceId: string
  readonly watching: number
}

/** Keeps a device's place. @returns undefined if another device or tab has stopped it */
export async function keepPlace(client: Queryable, orderId: string, uuid: string): Promise<KeptPlace | undefined> {
  const { rows } = await client.query<KeptPlace>({
    name: 'keep-film-place',
    text: `UPDATE film_device SET seen_at = now() WHERE order_id = $1 AND device = $2 RETURNING device_id AS "deviceId",
             1 + (SELECT count(*)::int FROM film_device o WHERE o.order_id = $1 AND o.device <> $2 AND o.seen_at > now() - $3::int * interval '1 second') AS watching`,
    values: [orderId, uuid, SILENT],
  })
  return rows[0]
}

export async function leavePlace(client: Queryable, orderId: string, uuid: string): Promise<void> {
  await client.query({
    name: 'leave-film-place',
    text: 'DELETE FROM film_device WHERE order_id = $1 AND device = $2',
    values: [orderId, uuid],
  })
}
