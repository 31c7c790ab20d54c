import { SCOPES_OF_BUSINESSES } from '#lib/domain/key-scopes.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { mayManage } from '#lib/domain/staff/manage.ts'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { EVERYTHING, limitOf, type Reach } from '#lib/domain/staff/reach.ts'
import {
  addKey,
  CALLS_PER_MINUTE,
  listKeys,
  replaceKey,
  revokeKey,
  type AddedKey,
  type ListedKey,
  type NewKey,
} from '#lib/server/keys/api-keys.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import type { OwnerAsk } from '#lib/server/staff/people/manage-people.ts'
import { noteStaffAct, whenceOf } from '#lib/server/staff/session/staff-audit.ts'

/** Whether somebody decides what of the house is open to other systems: only who manages all of it does. */
export function managesHouse(owner: StaffMember): boolean {
  return mayManage(owner, EVERYTHING)
}

/** The API keys; undefined: they are none of the member's business. */
export async function houseKeys(owner: StaffMember): Promise<readonly ListedKey[] | undefined> {
  return managesHouse(owner) ? listKeys() : undefined
}

/** What an owner wants a key to be. */
export interface WantedKey extends Pick<NewKey, 'name' | 'scopes' | 'days'> {
  /** Whose orders and webhooks it reads, if its scopes are of businesses. */
  readonly businessIds: Reach['businessIds']
}

/** Makes a key. Refusals: NOT_FOUND (of who does not manage the house). */
export async function addHouseKey(ask: OwnerAsk, { name, scopes, days, businessIds }: WantedKey): Promise<Result<AddedKey>> {
  if (!managesHouse(ask.owner)) return refuse('NOT_FOUND')
  const isOfBusinesses = scopes.some((scope) => SCOPES_OF_BUSINESSES.includes(scope))
  const key = { name, scopes, days, businessIds: isOfBusinesses ? limitOf(businessIds) : [], callsPerMinute: CALLS_PER_MINUTE }
  return inTransaction(async (client) => {
    const added = await addKey(client, key)
    await noteStaffAct(client, { ...actorOf(ask), action: 'add API key', subject: added.prefix, facts: { scopes, days } })
    return accept(added)
  })
}

/** Makes a key on the terms of another one, which ends a day later. Refusals: NOT_FOUND (also of one that opens nothing any more). */
export async function replaceHouseKey(ask: OwnerAsk, prefix: string): Promise<Result<AddedKey>> {
  if (!managesHouse(ask.owner)) return refuse('NOT_FOUND')
  return inTransaction(async (client): Promise<Result<AddedKey>> => {
    const added = await replaceKey(client, prefix)
    if (!added) return refuse('NOT_FOUND')
    await noteStaffAct(client, { ...actorOf(ask), action: 'replace API key', subject: prefix, facts: { by: added.prefix } })
    return accept(added)
  })
}

/** Ends a key at once. Refusals: NOT_FOUND (also of one that was ended). */
export async function endHouseKey(ask: OwnerAsk, prefix: string): Promise<Result<null>> {
  if (!managesHouse(ask.owner)) return refuse('NOT_FOUND')
  return inTransaction(async (client): Promise<Result<null>> => {
    if (!(await revokeKey(client, prefix))) return refuse('NOT_FOUND')
    await noteStaffAct(client, { ...actorOf(ask), action: 'end API key', subject: prefix })
    return accept(null)
  })
}

/** Who acts, and from where. */
export function actorOf({ owner, source, request }: OwnerAsk) {
  return { ...whenceOf(source, request), staffId: owner.staffId }
}
