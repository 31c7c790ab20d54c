/** Sessions seen in the last seconds, so that a storm of calls from one visitor costs one look-up. Short, because another process may end one. */
const REMEMBER_FOR = 10_000
const MOST = 50_000

const bySid = new Map<string, { readonly uuid: string; readonly until: number }>()
const headers = new Map<string, number>()

export function rememberedBySid(hash: Buffer): string | undefined {
  const known = bySid.get(hash.toString('base64'))
  return known && known.until > Date.now() ? known.uuid : undefined
}

export function rememberSid(hash: Buffer, uuid: string): void {
  makeRoom(bySid)
  bySid.set(hash.toString('base64'), { uuid, until: Date.now() + REMEMBER_FOR })
  headers.delete(uuid)
}

/** Of a session that ended, or has a new secret. */
export function forgetSid(hash: Buffer): void {
  bySid.delete(hash.toString('base64'))
}

export function rememberedHeader(uuid: string): boolean {
  return (headers.get(uuid) ?? 0) > Date.now()
}

export function rememberHeader(uuid: string): void {
  makeRoom(headers)
  headers.set(uuid, Date.now() + REMEMBER_FOR)
}

/** Drops the oldest entry of a full map: a Map keeps the order of insertion. */
function makeRoom(map: Map<string, unknown>): void {
  const oldest = map.size >= MOST ? map.keys().next().value : undefined
  if (oldest !== undefined) map.delete(oldest)
}
