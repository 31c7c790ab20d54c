import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { database, onDatabaseClose } from '#lib/server/platform/db/connect.ts'
import { log } from '#lib/server/platform/log/log.ts'

/** The channel on which processes tell each other which seats to re-read. */
export const CHANNEL = 'shura_seats'

/** Minimum interval between two notifications: a storm of locks causes a few a second. */
const EVERY_MS = 100
/** A notification may be 8,000 bytes long. */
const SEATS_IN_A_NOTICE = 500

/** A notification: the sending process, and seats and places by presentation. */
export interface SeatNotice {
  readonly from: string
  readonly presentationId: number
  readonly seats: readonly number[]
}

/** This process's outgoing changes and its own listener. */
interface SeatNews {
  /** Identifies this process in notifications, so that it ignores its own. */
  readonly name: string
  /** Changed seats by presentation that other processes do not know yet. */
  readonly outgoing: Map<number, Set<number>>
  sending: NodeJS.Timeout | undefined
  /** This process's boards. */
  onChange: ((presentationId: number, seatIds: readonly number[]) => void) | undefined
}

const news: SeatNews = { name: randomUUID(), outgoing: new Map(), sending: undefined, onChange: undefined }

export function seatNews(): SeatNews {
  return news
}

/**
 * Reports that seats or places may have changed; call it after the commit. Costs the caller nothing: open boards re-read these seats when asked or watched,
 * other processes are notified within a moment.
 */
export function tellSeatsChanged(presentationId: number, seatIds: readonly number[]): void {
  if (seatIds.length === 0) return
  const { onChange, outgoing } = seatNews()
  onChange?.(presentationId, seatIds)
  const waiting = outgoing.get(presentationId) ?? new Set()
  for (const id of seatIds) waiting.add(id)
  outgoing.set(presentationId, waiting)
  sendSoon()
}

/** `tellSeatsChanged` for the claim rows that a statement returned. */
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
    // The others re-read their boards on reconnecting, and every half minute anyway.
    log().warn({ err: error }, 'other processes could not be told of changed seats')
  }
}

function cut(from: string, presentationId: number, seats: readonly number[]): SeatNotice[] {
  const notices: SeatNotice[] = []
  for (let at = 0; at < seats.length; at += SEATS_IN_A_NOTICE)
    notices.push({ from, presentationId, seats: seats.slice(at, at + SEATS_IN_A_NOTICE) })
  return notices
}

/** Sends the last changes before the connections close, without waiting for an unresponsive database. */
async function sendLast(): Promise<void> {
  const news = seatNews()
  clearTimeout(news.sending)
  news.sending = undefined
  await Promise.race([send(), sleep(1_000)])
}
