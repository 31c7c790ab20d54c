import { onDatabaseClose } from '#lib/server/platform/db/connect.ts'
import { Listener } from '#lib/server/platform/db/listener.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { endDeadSecrets, endSecret } from './session-watch.ts'

/**
 * Caches sessions seen in the last seconds, so that a storm of calls from one visitor costs one query. The database notifies processes of changed secrets;
 * entries are used without a query only while this process listens.
 */
const REMEMBER_FOR = 10_000
const MOST = 50_000

interface Memory {
  /** By the hash of a cookie's secret, in base64. */
  readonly sids: Map<string, { readonly uuid: string; readonly until: number }>
  /** Uuids of header-only visitors: expiry time. */
  readonly headers: Map<string, number>
  /** Number of invalidations: an answer queried before the last one may be outdated. */
  changes: number
  listener: Listener | undefined
}

const memory: Memory = { sids: new Map(), headers: new Map(), changes: 0, listener: undefined }

/** Whether the cache is valid, apart from the delay of a notification. */
export function isMemoryTrue(): boolean {
  return memory.listener?.isHearing === true
}

/** A snapshot of `changes`, taken before the query whose answer is cached. */
export type Moment = number

export function memoryNow(): Moment {
  startListening()
  return memory.changes
}

export function rememberedBySid(hash: Buffer): string | undefined {
  const known = memory.sids.get(hash.toString('base64'))
  return known && known.until > Date.now() ? known.uuid : undefined
}

export function rememberSid(hash: Buffer, uuid: string, since: Moment): void {
  const { sids, headers, changes } = memory
  if (changes !== since) return
  makeRoom(sids)
  sids.set(hash.toString('base64'), { uuid, until: Date.now() + REMEMBER_FOR })
  headers.delete(uuid)
}

/** Drops a session that ended or has a new secret. */
export function forgetSid(hash: Buffer): void {
  memory.changes++
  memory.sids.delete(hash.toString('base64'))
}

export function rememberedHeader(uuid: string): boolean {
  return (memory.headers.get(uuid) ?? 0) > Date.now()
}

export function rememberHeader(uuid: string, since: Moment): void {
  const { headers, changes } = memory
  if (changes !== since) return
  makeRoom(headers)
  headers.set(uuid, Date.now() + REMEMBER_FOR)
}

/** Drops the oldest entry of a full map; a Map keeps insertion order. */
function makeRoom(map: Map<string, unknown>): void {
  const oldest = map.size >= MOST ? map.keys().next().value : undefined
  if (oldest !== undefined) map.delete(oldest)
}

function startListening(): void {
  onDatabaseClose('visitor memory', stopListening)
  memory.listener ??= new Listener({ name: 'shura sessions', channel: 'shura_sessions', hear, begin })
}

async function stopListening(): Promise<void> {
  const { listener } = memory
  memory.listener = undefined
  forgetAll()
  await listener?.stop()
}

/** Clears everything: notifications sent while nobody listened are lost. */
function begin(): void {
  forgetAll()
  endDeadSecrets().catch((error: unknown) => {
    log().error({ err: error }, 'open streams could not be checked')
  })
}

function forgetAll(): void {
  const { sids, headers } = memory
  memory.changes++
  sids.clear()
  headers.clear()
}

/** Handles a notification: the uuid of a session and the hash of its former secret, if it had one. */
function hear(payload = ''): void {
  const [uuid = '', hash = ''] = payload.split(' ')
  memory.changes++
  memory.sids.delete(hash)
  memory.headers.delete(uuid)
  endSecret(hash)
}
