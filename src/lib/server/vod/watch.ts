import type { WatchState, WatchStream } from '#lib/contract/area/vod.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { afterCommit, inTransaction, inTransactionKeptWhenRefused } from '#lib/server/platform/db/transactions.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import { BEAT_SECONDS, filmsElsewhere, keepPlace, leavePlace, MOST_REPLACEMENTS, placesOf, takePlace, type KeptPlace } from './devices.ts'
import { signGrant } from './media-grant.ts'
import { forgetRights } from './media-right.ts'
import { MAIN_PLAYLIST } from './media-folder.ts'
import { hasMedia } from './media-store.ts'
import { lockTicketOf, ticketOf, type OwnTicket } from './own-ticket.ts'

/** Watching at home: whose ticket, in which window, on how many devices. The database's clock decides. */

/** A film that a visitor asks for, by an order or without one. */
export interface AskedFilm {
  readonly visitor: Visitor | undefined
  readonly vodId: number
  readonly resId: string | null
}

const NOTHING: Omit<WatchState, 'now'> = {
  ...{
    state: 'forSale',
    resId: null,
    playUntil: null,
    firstPlayedAt: null,
    endsAt: null,
    position: 0,
    devices: [],
    elsewhere: [],
    replacementsLeft: 0,
  },
}

/** What the visitor may watch; changes nothing. A header-only visitor sees nothing. */
export async function watchStateOf({ visitor, vodId, resId }: AskedFilm, locale: Locale = DEFAULT_LOCALE): Promise<WatchState> {
  const own = ownerOf(visitor)
  const ticket = own && (await ticketOf(database(), { uuid: own.uuid, vodId, resId }))
  if (!ticket) return { ...NOTHING, now: new Date().toISOString() }
  const [from, places, elsewhere] = await Promise.all([
    catalogue(locale),
    placesOf(database(), ticket.orderId),
    filmsElsewhere(database(), ticket.orderId, own.uuid),
  ])
  return {
    state: stateOf(ticket),
    resId: ticket.resId,
    now: ticket.now.toISOString(),
    playUntil: ticket.playUntil.toISOString(),
    firstPlayedAt: ticket.firstPlayedAt?.toISOString() ?? null,
    endsAt: ticket.endsAt?.toISOString() ?? null,
    position: ticket.stoppedAt,
    devices: places
      .filter(({ isActive }) => isActive)
      .map(({ device, deviceId, name, seenAt }) => ({
        deviceId,
        name,
        lastSeenAt: seenAt.toISOString(),
        isThis: device === own.uuid,
      })),
    elsewhere: elsewhere
      .filter(({ isOwn }) => isOwn)
      .map(({ deviceId, filmId, seenAt }) => ({
        deviceId,
        name: from.features.get(from.films.get(filmId)?.featureId ?? 0)?.name ?? '',
        lastSeenAt: seenAt.toISOString(),
      })),
    replacementsLeft: MOST_REPLACEMENTS - ticket.replacements,
  }
}

export function stateOf({
  startsAt,
  endsAt,
  playUntil,
  now,
}: Pick<OwnTicket, 'startsAt' | 'endsAt' | 'playUntil' | 'now'>): WatchState['state'] {
  if (endsAt) return now < endsAt ? 'open' : 'ended'
  if (now >= playUntil) return 'late'
  return startsAt && now < startsAt ? 'startsIn' : 'ready'
}

const REFUSED = { startsIn: 'VOD_NOT_STARTED', late: 'VOD_TOO_LATE', ended: 'VOD_ENDED' } as const

/**
 * Begins to watch on this device; the first play of a ticket opens its window. Refusals: VOD_NOT_FOUND, VOD_NOT_YOURS, VOD_MEDIA_MISSING, VOD_NOT_STARTED (with
 * `startsAt`), VOD_TOO_LATE, VOD_ENDED, and those of `takePlace`.
 */
export async function play(
  { visitor, vodId, resId }: AskedFilm,
  device: { readonly name: string; readonly replaces: string | null },
): Promise<Result<WatchStream>> {
  const film = (await catalogue()).films.get(vodId)
  if (!film) return refuse('VOD_NOT_FOUND')
  const own = ownerOf(visitor)
  if (!own) return refuse('VOD_NOT_YOURS')
  const isThere = await hasMedia(film.media, MAIN_PLAYLIST)
  // A film that stopped for it stays stopped if no device is free for it then: the visitor chooses one of the devices next.
  return inTransactionKeptWhenRefused(async (client) => {
    const ticket = await lockTicketOf(client, { uuid: own.uuid, vodId, resId })
    if (!ticket) return refuse('VOD_NOT_YOURS')
    const state = stateOf(ticket)
    if (state === 'startsIn') return refuse('VOD_NOT_STARTED', { startsAt: ticket.startsAt?.toISOString() ?? '' })
    if (state !== 'ready' && state !== 'open') return refuse(state in REFUSED ? REFUSED[state as keyof typeof REFUSED] : 'VOD_NOT_YOURS')
    // The window does not open for a film that nobody can see.
    if (!isThere) return refuse('VOD_MEDIA_MISSING')
    const taken = await takePlace(client, ticket, { uuid: own.uuid, ...device })
    if (!taken.ok) return taken
    const place = await keepPlace(client, ticket.orderId, own.uuid)
    if (!place) return refuse('VOD_REPLACED')
    const played = ticket.endsAt ? ticket : await openWindow(client, ticket)
    afterCommit(client, () => {
      forgetRights(ticket.orderId)
    })
    return accept(streamOf(played, { ...own, ...place, vodId }))
  })
}

/** Written once: the ticket is locked, and its table refuses another first play. */
async function openWindow(client: Queryable, ticket: OwnTicket): Promise<OwnTicket> {
  const { rows } = await client.query<Pick<OwnTicket, 'firstPlayedAt' | 'endsAt'>>({
    name: 'open-film-window',
    text: `UPDATE film_ticket SET first_played_at = now(), ends_at = now() + hours * interval '1 hour' WHERE order_id = $1 AND first_played_at IS NULL
           RETURNING first_played_at AS "firstPlayedAt", ends_at AS "endsAt"`,
    values: [ticket.orderId],
  })
  await client.query({
    name: 'use-film-ticket',
    text: `UPDATE order_item SET used_at = now() WHERE order_id = $1 AND kind = 'film' AND used_at IS NULL`,
    values: [ticket.orderId],
  })
  return { ...ticket, ...rows[0] }
}

/** What a device says while it plays. */
export interface Beat {
  /** Seconds of the film. */
  readonly position: number
  readonly isStopped: boolean
}

/**
 * Keeps the place of this device and the position of its ticket, and renews its addresses; null once it has stopped.
 * Refusals: VOD_NOT_FOUND, VOD_NOT_YOURS, VOD_ENDED, VOD_REPLACED (it was stopped by another device or tab).
 */
export async function beat({ visitor, vodId, resId }: AskedFilm, { position, isStopped }: Beat): Promise<Result<WatchStream | null>> {
  const film = (await catalogue()).films.get(vodId)
  if (!film) return refuse('VOD_NOT_FOUND')
  const own = ownerOf(visitor)
  if (!own) return refuse('VOD_NOT_YOURS')
  return inTransaction(async (client) => {
    const ticket = await lockTicketOf(client, { uuid: own.uuid, vodId, resId })
    if (!ticket) return refuse('VOD_NOT_YOURS')
    if (stateOf(ticket) !== 'open') return refuse('VOD_ENDED')
    const place = await keepPlace(client, ticket.orderId, own.uuid)
    if (!place) return refuse('VOD_REPLACED')
    // In whole ms: a fraction that is smaller than any the column knows would be refused by it.
    const seconds = Math.round(position * 1000) / 1000
    const stoppedAt = film.seconds > 0 ? Math.min(seconds, film.seconds) : seconds
    await client.query({
      name: 'keep-film-position',
      text: 'UPDATE film_ticket SET stopped_at = $2 WHERE order_id = $1',
      values: [ticket.orderId, stoppedAt],
    })
    if (!isStopped) return accept(streamOf({ ...ticket, stoppedAt }, { ...own, ...place, vodId }))
    await leavePlace(client, ticket.orderId, own.uuid)
    afterCommit(client, () => {
      forgetRights(ticket.orderId)
    })
    return accept(null)
  }, 'holds')
}

interface Owner {
  readonly uuid: string
  readonly sidHash: Buffer
}

/** Only a browser session watches: its secret is in the addresses. */
function ownerOf(visitor: Visitor | undefined): Owner | undefined {
  const isBrowser = visitor?.proof === 'cookie'
  return isBrowser && visitor.sidHash ? { uuid: visitor.uuid, sidHash: visitor.sidHash } : undefined
}

function streamOf(ticket: OwnTicket, { vodId, deviceId, watching, sidHash }: Owner & KeptPlace & { readonly vodId: number }): WatchStream {
  const base = `/vod/media/${signGrant({ orderId: ticket.orderId, vodId }, sidHash)}/`
  return {
    base,
    manifest: `${base}${MAIN_PLAYLIST}`,
    beatSeconds: BEAT_SECONDS,
    deviceId,
    watching,
    firstPlayedAt: ticket.firstPlayedAt?.toISOString() ?? '',
    endsAt: ticket.endsAt?.toISOString() ?? '',
    position: ticket.stoppedAt,
  }
}
