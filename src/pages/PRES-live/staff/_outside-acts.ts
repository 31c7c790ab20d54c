import { isKeyScope, readKeyName } from '#lib/domain/key-scopes.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { AddedKey } from '#lib/server/keys/api-keys.ts'
import { addHouseKey, endHouseKey, replaceHouseKey } from '#lib/server/staff/outside/house-keys.ts'
import type { OwnerAsk } from '#lib/server/staff/people/manage-people.ts'
import { textIn } from '../_door.ts'
import { namesIn, numbersIn } from './_fields.ts'

/** A secret that is shown once: of it the house keeps no more than a hash. */
export interface OnceShown extends Pick<AddedKey, 'expiresAt'> {
  readonly kind: 'key'
  readonly secret: string
  /** The name of what it is of. */
  readonly of: string
}

/** For how many days a key can be made at the page; '' is for good. */
export const KEY_DAYS = ['90', '365', '730', ''] as const

/** Forms of what is open to other systems, by their names. */
export const OUTSIDE_ACTS: Readonly<Record<string, (ask: OwnerAsk, sent: FormData) => Promise<Result<OnceShown | null>>>> = {
  addKey: addByForm,
  replaceKey: async (ask, sent) => shown(await replaceHouseKey(ask, textIn(sent, 'prefix', 20))),
  endKey: (ask, sent) => endHouseKey(ask, textIn(sent, 'prefix', 20)),
}

async function addByForm(ask: OwnerAsk, sent: FormData): Promise<Result<OnceShown>> {
  const name = readKeyName(textIn(sent, 'keyName'))
  if (name === undefined) return refuse('FORM_INVALID', { field: 'keyName' })
  const scopes = namesIn(sent, 'scope').filter(isKeyScope)
  if (scopes.length === 0) return refuse('FORM_INVALID', { field: 'scope' })
  const days = KEY_DAYS.find((one) => one === sent.get('days'))
  if (days === undefined) return refuse('FORM_INVALID', { field: 'days' })
  const businessIds = numbersIn(sent, 'businesses')
  if (!businessIds) return refuse('FORM_INVALID', { field: 'businesses' })
  return shown(await addHouseKey(ask, { name, scopes: [...new Set(scopes)], businessIds, days: days === '' ? undefined : Number(days) }))
}

function shown(added: Result<AddedKey>): Result<OnceShown> {
  if (!added.ok) return added
  const { key, prefix, expiresAt } = added.value
  return accept({ kind: 'key', secret: key, of: prefix, expiresAt })
}
