import { isKeyScope, readKeyName } from '#lib/domain/key-scopes.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { AddedKey } from '#lib/server/keys/api-keys.ts'
import { addHouseKey, endHouseKey, replaceHouseKey } from '#lib/server/staff/outside/house-keys.ts'
import type { OnceShown } from '#lib/server/staff/outside/shown-once.ts'
import type { OwnerAsk } from '#lib/server/staff/people/manage-people.ts'
import { actOnWebhook, addHouseWebhook, WEBHOOK_ACTS, type WebhookAct } from '#lib/server/staff/outside/house-webhooks.ts'
import { WEBHOOK_EVENTS } from '#lib/server/webhooks/webhooks.ts'
import { textIn } from '../_door.ts'
import { namesIn, numbersIn } from './_fields.ts'

/** For how many days a key can be made at the page; '' is for good. */
export const KEY_DAYS = ['90', '365', '730', ''] as const

/** Forms of what is open to other systems, by their names. */
export const OUTSIDE_ACTS: Readonly<Record<string, (ask: OwnerAsk, sent: FormData) => Promise<Result<OnceShown | null>>>> = {
  addKey: addByForm,
  replaceKey: async (ask, sent) => shown(await replaceHouseKey(ask, textIn(sent, 'prefix', 20))),
  endKey: (ask, sent) => endHouseKey(ask, textIn(sent, 'prefix', 20)),
  addWebhook: addWebhookByForm,
  ...Object.fromEntries(WEBHOOK_ACTS.map((act) => [act, (ask: OwnerAsk, sent: FormData) => actByForm(ask, sent, act)])),
}

function actByForm(ask: OwnerAsk, sent: FormData, act: WebhookAct): Promise<Result<null>> {
  const id = textIn(sent, 'webhookId', 9)
  return /^[1-9]\d*$/.test(id) ? actOnWebhook(ask, act, Number(id)) : Promise.resolve(refuse('NOT_FOUND'))
}

async function addWebhookByForm(ask: OwnerAsk, sent: FormData): Promise<Result<OnceShown>> {
  const url = textIn(sent, 'url', 500).trim()
  const wanted = namesIn(sent, 'event')
  const events = WEBHOOK_EVENTS.filter((event) => wanted.includes(event))
  if (events.length === 0) return refuse('FORM_INVALID', { field: 'event' })
  const businessIds = numbersIn(sent, 'businesses')
  if (!businessIds) return refuse('FORM_INVALID', { field: 'businesses' })
  const added = await addHouseWebhook(ask, { url, events, businessIds })
  return added.ok ? accept({ kind: 'webhook', secret: added.value, expiresAt: null }) : added
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
  const { key, expiresAt } = added.value
  return accept({ kind: 'key', secret: key, expiresAt: expiresAt?.getTime() ?? null })
}
