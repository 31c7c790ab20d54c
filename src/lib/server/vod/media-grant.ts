import { createHmac, timingSafeEqual } from 'node:crypto'
import { isUuid } from '#lib/server/platform/secrets/identifiers.ts'
import { keyFor } from '#lib/server/platform/secrets/secrets.ts'

/** How long an address of media is good for; every beat gives new ones, and so does the media server to a session that still has the right. */
export const GRANT_SECONDS = 600

const BODY_BYTES = 24
const MAC_BYTES = 16
/** Of all bytes, without padding. */
const LENGTH = Math.ceil(((BODY_BYTES + MAC_BYTES) * 4) / 3)

/** What an address of media allows to read, and by which order. */
export interface MediaGrant {
  readonly orderId: string
  readonly vodId: number
}

/**
 * The signed part of an address of media: order, film, end, and an HMAC over them and the session's secret, so that it is worth nothing in another browser.
 * @param now ms since 1970
 */
export function signGrant({ orderId, vodId }: MediaGrant, sidHash: Buffer, now = Date.now()): string {
  const body = Buffer.alloc(BODY_BYTES)
  body.write(orderId.replaceAll('-', ''), 'hex')
  body.writeUInt32BE(vodId, 16)
  body.writeUInt32BE(Math.floor(now / 1000) + GRANT_SECONDS, 20)
  return Buffer.concat([body, macOf(body, sidHash)]).toString('base64url')
}

/** A grant that was read from an address. */
export interface ReadGrant extends MediaGrant {
  /** Whether the time of the address is over: it allows nothing, and at most says what to sign anew. */
  readonly isOver: boolean
}

/** What an address was signed for; undefined if it was not signed for this session. */
export function readGrant(signed: string, sidHash: Buffer, now = Date.now()): ReadGrant | undefined {
  if (signed.length !== LENGTH) return undefined
  const bytes = Buffer.from(signed, 'base64url')
  const body = bytes.subarray(0, BODY_BYTES)
  const mac = bytes.subarray(BODY_BYTES)
  // Only one spelling of the bytes is taken.
  if (bytes.length !== BODY_BYTES + MAC_BYTES || bytes.toString('base64url') !== signed) return undefined
  if (!timingSafeEqual(mac, macOf(body, sidHash))) return undefined
  const orderId = body.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const isOver = body.readUInt32BE(20) * 1000 <= now
  return isUuid(orderId) ? { orderId, vodId: body.readUInt32BE(16), isOver } : undefined
}

function macOf(body: Buffer, sidHash: Buffer): Buffer {
  return createHmac('sha256', keyFor('vod')).update(body).update(sidHash).digest().subarray(0, MAC_BYTES)
}
