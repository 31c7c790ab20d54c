import { database } from '#lib/server/platform/db/connect.ts'

/** Long-lived work that must end with a session's secret, such as streams that run for hours after they were admitted. */

type End = () => void

/** By the hash of a secret, in base64. */
const open = new Map<string, Set<End>>()

/** Calls `end` once the session's secret changes, in any process, for example on signing in or out. @returns a function that stops watching */
export function whileSecretHolds(sidHash: Buffer, end: End): () => void {
  const hash = sidHash.toString('base64')
  const ends = open.get(hash) ?? new Set<End>()
  open.set(hash, ends.add(end))
  return () => {
    ends.delete(end)
    if (ends.size === 0 && open.get(hash) === ends) open.delete(hash)
  }
}

/** Ends everything that depends on a secret. @param hash in base64 */
export function endSecret(hash: string): void {
  const ends = [...(open.get(hash) ?? [])]
  open.delete(hash)
  for (const end of ends) end()
}

/** Checks all watched secrets, after a period without notifications. */
export async function endDeadSecrets(): Promise<void> {
  const hashes = [...open.keys()]
  if (hashes.length === 0) return
  const { rows } = await database('holds').query<{ hash: string }>({
    name: 'dead-secrets',
    text: `SELECT hash FROM unnest($1::text[]) AS asked (hash) WHERE NOT EXISTS (SELECT FROM session WHERE sid_hash = decode(hash, 'base64'))`,
    values: [hashes],
  })
  for (const { hash } of rows) endSecret(hash)
}
