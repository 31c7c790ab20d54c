import { onDatabaseClose } from '#lib/server/platform/db/connect.ts'
import { Listener } from '#lib/server/platform/db/listener.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { endDeadSecrets, endSecret } from './session-watch.ts'

/**
 * Sessions seen in the last seconds, so that a storm of calls from one visitor costs one look-up. A process is told by the database when a session's secret
 * changes; what it remembers counts without a look only while it hears that.
 */
const REMEMBER_FOR = 10_000
const MOST = 50_000

interface Memory {
  /** By the hash of a cookie's secret, in base64. */
  readonly sids: Map<string, { readonly uuid: string; readonly until: number }>
  /** By the uuid of a header-only visitor: until when. */
  readonly headers: Map<string, number>
  /** How often something was forgotten: an answer of the database that was asked for before may be older than that. */
  changes: number
  listener: Listener | undefined
}

const memory: Memory = { sids: new Map(), headers: new Map(), changes: 0, listener: undefined }

/** Whether what is remembered is true, but for the moment that a notice takes. */
export function isMemoryTrue(): boolean {
  return memory.listener?.isHearing === true
}

/** A point in time to remember with: what the database is asked after it and answers. */
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

/** Of a session that ended, or has a new secret. */
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

/** Drops the oldest entry of a full map: a Map keeps the order of insertion. */
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

/** What was said while nobody listened is not known. */
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

/** A notice: the uuid of a session, and the hash that its secret had; nothing where it had none. */
function hear(payload = ''): void {
  const [uuid = '', hash = ''] = payload.split(' ')
  memory.changes++
  memory.sids.delete(hash)
  memory.headers.delete(uuid)
  endSecret(hash)
}
