import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { database, onDatabaseClose } from '#lib/server/platform/db/connect.ts'
import { log } from '#lib/server/platform/log/log.ts'

/** Where processes on one database tell each other which seats to look at again. */
export const CHANNEL = 'shura_seats'

/** Other processes are told this often at most: a storm of locks costs a few notices a second. */
const EVERY_MS = 100
/** A notice may be 8,000 bytes long. */
const SEATS_IN_A_NOTICE = 500

/** A notice: the process that sends it, and seats and places by presentation. */
export interface SeatNotice {
  readonly from: string
  readonly presentationId: number
  readonly seats: readonly number[]
}

/** What this process has to tell others of, and who listens in it. */
interface SeatNews {
  /** Names this process in notices, so that it does not listen to itself. */
  readonly name: string
  /** Changed seats by presentation, of which other processes are not told yet. */
  readonly outgoing: Map<number, Set<number>>
  sending: NodeJS.Timeout | undefined
  /** The boards of this process. */
  heed: ((presentationId: number, seatIds: readonly number[]) => void) | undefined
}

const news: SeatNews = { name: randomUUID(), outgoing: new Map(), sending: undefined, heed: undefined }

export function seatNews(): SeatNews {
  return news
}

/**
 * Says that the state of seats or places may have changed, after the change is committed. Costs its caller nothing: open boards look at these seats
 * when they are asked or watched, other processes hear of them within a moment.
 */
export function tellSeatsChanged(presentationId: number, seatIds: readonly number[]): void {
  if (seatIds.length === 0) return
  const { heed, outgoing } = seatNews()
  heed?.(presentationId, seatIds)
  const waiting = outgoing.get(presentationId) ?? new Set()
  for (const id of seatIds) waiting.add(id)
  outgoing.set(presentationId, waiting)
  sendSoon()
}

/** As tellSeatsChanged, for the rows of claims that a statement returned. */
export function tellClaimsChanged(claims: readonly { readonly presentation_id: number; readonly seat_id: number }[]): void {
  for (const [presentationId, own] of Map.groupBy(claims, (claim) => claim.presentation_id)) {
    tellSeatsChanged(
      presentationId,
      own.map((claim) => claim.seat_id),
    )
  }
}

function sendSoon(): void {
  const news = seatNews()
  if (news.sending) return
  onDatabaseClose('seat changes', sendLast)
  news.sending = setTimeout(() => {
    news.sending = undefined
    void send()
  }, EVERY_MS).unref()
}

async function send(): Promise<void> {
  const { name, outgoing } = seatNews()
  const notices = [...outgoing].flatMap(([presentationId, seats]) => cut(name, presentationId, [...seats]))
  outgoing.clear()
  if (notices.length === 0) return
  try {
    await database('holds').query({
      name: 'tell-seats',
      text: `SELECT pg_notify($1, notice) FROM unnest($2::text[]) AS notice`,
      values: [CHANNEL, notices.map((notice) => JSON.stringify(notice))],
    })
  } catch (error) {
    // The others read their boards again when they are connected again, and every half minute anyway.
    log().warn({ err: error }, 'other processes could not be told of changed seats')
  }
}

function cut(from: string, presentationId: number, seats: readonly number[]): SeatNotice[] {
  const notices: SeatNotice[] = []
  for (let at = 0; at < seats.length; at += SEATS_IN_A_NOTICE)
    notices.push({ from, presentationId, seats: seats.slice(at, at + SEATS_IN_A_NOTICE) })
  return notices
}

/** What this process did last is told before its connections go; a database that does not answer is not waited for. */
async function sendLast(): Promise<void> {
  const news = seatNews()
  clearTimeout(news.sending)
  news.sending = undefined
  await Promise.race([send(), sleep(1_000)])
}
