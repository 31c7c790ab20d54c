import { database } from '#lib/server/platform/db/connect.ts'
import type { Channel } from './outbox-queue.ts'

/** A message leased to this process for sending. */
export interface Leased {
  readonly message_id: string
  /** null for a message without an order, which has a sealed body. */
  readonly order_id: string | null
  readonly channel: Channel
  readonly kind: string
  readonly recipient: string
  readonly attempts: number
  readonly sealed_body: Buffer | null
}

/** The settings of a queue; times in seconds. */
export interface Queue {
  readonly isUrgent: boolean
  /** Maximum number of attempts. */
  readonly attempts: number
  /** Length of the lease: after it, messages of a crashed process are sent by another. */
  readonly lease: number
  /** Pause before the second attempt; it doubles with each further one up to `longestPause`. */
  readonly firstPause: number
  readonly longestPause: number
}

/** Messages about orders: they may be late, but must arrive. */
export const AFTER_ORDERS: Queue = { isUrgent: false, attempts: 8, lease: 120, firstPause: 15, longestPause: 3_600 }
/** Codes, sign-in links and warnings: somebody waits for them, and not for long. */
export const URGENT: Queue = { isUrgent: true, attempts: 3, lease: 20, firstPause: 2, longestPause: 4 }

/** Leases due messages, most urgent first. Marks as failed those that have expired, and those whose attempts all ended in crashes. */
export async function leaseMessages({ isUrgent, attempts, lease }: Queue, most: number): Promise<readonly Leased[]> {
  const { rows } = await database().query<Leased>({
    name: isUrgent ? 'lease-urgent' : 'lease-messages',
    text: `WITH over AS (
             UPDATE outbox SET state = 'failed', failure = CASE WHEN expires_at <= now() THEN 'expired' ELSE 'given up' END, sealed_body = NULL
             WHERE state = 'queued' AND (priority > 0) = ${String(isUrgent)} AND next_attempt_at <= now() AND (expires_at <= now() OR attempts >= $3))
           UPDATE outbox SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $1)
           WHERE message_id IN (
             SELECT message_id FROM outbox
             WHERE state = 'queued' AND (priority > 0) = ${String(isUrgent)} AND next_attempt_at <= now()
               AND (expires_at IS NULL OR expires_at > now()) AND attempts < $3
             ORDER BY priority DESC, next_attempt_at LIMIT $2 FOR UPDATE SKIP LOCKED)
           RETURNING message_id, order_id, channel, kind, recipient, attempts, sealed_body`,
    values: [lease, most, attempts],
  })
  return rows
}

/**
 * Begins a lease anew when its message's turn comes: those before it may have taken as long as the lease.
 * @returns false if another process has leased it since, or it is no longer to be sent
 */
export async function renewLease({ message_id, attempts }: Leased, { lease }: Queue): Promise<boolean> {
  const { rowCount } = await database().query({
    name: 'renew-lease',
    text: `UPDATE outbox SET next_attempt_at = now() + make_interval(secs => $3)
           WHERE message_id = $1 AND state = 'queued' AND attempts = $2 AND (expires_at IS NULL OR expires_at > now())`,
    values: [message_id, attempts, lease],
  })
  return rowCount === 1
}

/** Marks a message as sent. Deletes its content if a real provider took it; the built-in outbox keeps showing it for a while. */
export async function markSent({ message_id }: Leased, isShown: boolean): Promise<void> {
  await database().query({
    name: 'message-sent',
    text: `UPDATE outbox SET state = 'sent', sent_at = now(), failure = NULL, sealed_body = CASE WHEN $2 THEN sealed_body END
           WHERE message_id = $1 AND state = 'queued'`,
    values: [message_id, isShown],
  })
}

/** Schedules a retry with growing pauses. After the last attempt, or a permanent refusal, the message is marked as failed and its row stays for inspection. */
export async function putBack(
  message: Leased,
  queue: Queue,
  why: { readonly isRefused: boolean; readonly reason: string },
): Promise<boolean> {
  const isOver = why.isRefused || message.attempts >= queue.attempts
  const pause = Math.min(queue.firstPause * 2 ** (message.attempts - 1), queue.longestPause)
  await database().query({
    name: 'message-back',
    text: `UPDATE outbox SET state = $2, failure = $3, next_attempt_at = now() + make_interval(secs => $4),
             sealed_body = CASE WHEN $2 = 'queued' THEN sealed_body END
           WHERE message_id = $1 AND state = 'queued'`,
    values: [message.message_id, isOver ? 'failed' : 'queued', `${why.isRefused ? REFUSED : ''}${why.reason}`, pause],
  })
  return isOver
}

/** Prefix of a failure whose recipient can never be reached: it says nothing about the provider. */
export const REFUSED = 'refused: '
