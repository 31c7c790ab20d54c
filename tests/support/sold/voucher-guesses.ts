import { randomUUID } from 'node:crypto'
import { withCheckSign, RANDOM_SIGNS, spacedReference } from '#lib/domain/entitlements/voucher-reference.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { guardGuesses } from '#lib/server/entitlements/code-guesses.ts'
import { lookUpVoucher } from '#lib/server/entitlements/system-vouchers.ts'
import { unguessable } from '#lib/server/platform/secrets/identifiers.ts'

export interface Guessing {
  readonly tries: number
  /** Tries at once. */
  readonly width: number
  /** In networks of their own, so that only the limit of an address holds them back. */
  readonly addresses: number
  /** No try begins after so many seconds. */
  readonly seconds: number
}

export interface Guessed {
  readonly tried: number
  /** Tries that the shop compared with its vouchers; all others were told to wait. */
  readonly compared: number
  readonly found: number
}

/** A reference as the shop makes them: whoever guesses knows its form and its check sign. */
export function guessedReference(): string {
  return spacedReference(withCheckSign(unguessable(RANDOM_SIGNS)))
}

/** Guesses references from many addresses, each time as a new visitor, which is the most that somebody gets who drops all cookies. */
export async function guessReferences({ tries, width, addresses, seconds }: Guessing): Promise<Guessed> {
  const end = performance.now() + seconds * 1_000
  const sum = { tried: 0, compared: 0, found: 0 }
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (sum.tried < tries && performance.now() < end) {
        const said = await tryReference(sum.tried++ % addresses, guessedReference())
        if (said !== 'wait') sum.compared++
        if (said === 'found') sum.found++
      }
    }),
  )
  return sum
}

/** @param address number of the address that it is tried from. @param uuid of a session, if something is to be found */
export async function tryReference(address: number, reference: string, uuid: string = randomUUID()): Promise<'found' | 'unknown' | 'wait'> {
  const network = `10.${String(address >> 8)}.${String(address & 255)}`
  const looked = await guardGuesses({ uuid, caller: `${network}.1`, network: `${network}.0/24` }, async () => {
    const id = await lookUpVoucher(uuid, reference)
    return id === undefined ? refuse('SYSTEM_VOUCHER_NOT_FOUND') : accept(id)
  })
  if (looked.ok) return 'found'
  return looked.refusal.code === 'TOO_MANY_CODES' ? 'wait' : 'unknown'
}
