import type { StaffAction } from '#lib/domain/staff/actions.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { limitOf, type Reach } from '#lib/domain/staff/reach.ts'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import type { OwnerAsk } from '#lib/server/staff/people/manage-people.ts'
import { noteStaffAct } from '#lib/server/staff/session/staff-audit.ts'
import { isPublicWebhookUrl } from '#lib/server/webhooks/public-address.ts'
import { hoursOfWebhooks, QUIET_HOURS, type HourTold } from '#lib/server/webhooks/webhook-hours.ts'
import { queueAgain, queueTest } from '#lib/server/webhooks/webhook-messages.ts'
import { addWebhook, endWebhook, listWebhooks, pauseWebhook, type NewWebhook, type Webhook } from '#lib/server/webhooks/webhooks.ts'
import { actorOf, managesHouse } from './house-keys.ts'

/** Somebody whom the house tells of orders, and how that went of late. */
export interface HouseWebhook extends Webhook {
  readonly hours: readonly HourTold[]
}

/** Whom the house tells of orders; undefined: it is none of the member's business. */
export async function houseWebhooks(owner: StaffMember): Promise<readonly HouseWebhook[] | undefined> {
  if (!managesHouse(owner)) return undefined
  const [webhooks, hours] = await Promise.all([listWebhooks(), hoursOfWebhooks()])
  return webhooks.map((one) => ({ ...one, hours: hours.get(one.webhookId) ?? QUIET_HOURS }))
}

/** Whom an owner wants to tell, and of what. */
export interface WantedWebhook extends Pick<NewWebhook, 'url' | 'events'> {
  readonly businessIds: Reach['businessIds']
}

/** Tells somebody of events from now on. Refusals: NOT_FOUND (of who does not manage the house), FORM_INVALID (an address that is not for pages). @returns the secret that signs */
export async function addHouseWebhook(ask: OwnerAsk, { url, events, businessIds }: WantedWebhook): Promise<Result<string>> {
  if (!managesHouse(ask.owner)) return refuse('NOT_FOUND')
  if (!isPublicWebhookUrl(url)) return refuse('FORM_INVALID', { field: 'url' })
  return inTransaction(async (client) => {
    const { webhookId, secret } = await addWebhook({ url, events, businessIds: limitOf(businessIds) }, client)
    await noteStaffAct(client, { ...actorOf(ask), action: 'add webhook', subject: String(webhookId), facts: { events, businessIds } })
    return accept(secret)
  })
}

/** What an owner does with a webhook: sends a test, sends again what was given up, lets it rest and go on, and ends it. */
export const WEBHOOK_ACTS = ['testWebhook', 'sendWebhookAgain', 'pauseWebhook', 'resumeWebhook', 'endWebhook'] as const
export type WebhookAct = (typeof WEBHOOK_ACTS)[number]

interface Work {
  readonly action: StaffAction
  /** @returns whether there was anything to do */
  readonly run: (client: Queryable, webhookId: number) => Promise<boolean>
}

const WORK: Readonly<Record<WebhookAct, Work>> = {
  testWebhook: { action: 'test webhook', run: (client, webhookId) => queueTest(webhookId, client) },
  sendWebhookAgain: {
    action: 'send webhook again',
    run: async (client, webhookId) => (await queueAgain(undefined, { webhookId }, client)) > 0,
  },
  pauseWebhook: { action: 'pause webhook', run: (client, webhookId) => pauseWebhook(client, webhookId, 'pause') },
  resumeWebhook: { action: 'resume webhook', run: (client, webhookId) => pauseWebhook(client, webhookId, 'resume') },
  endWebhook: { action: 'end webhook', run: (client, webhookId) => endWebhook(webhookId, client) },
}

/** Does it and notes it, in one transaction. Refusals: NOT_FOUND (no such webhook, one that ended, or nothing to do; of who does not manage the house all of them). */
export async function actOnWebhook(ask: OwnerAsk, act: WebhookAct, webhookId: number): Promise<Result<null>> {
  if (!managesHouse(ask.owner)) return refuse('NOT_FOUND')
  const { action, run } = WORK[act]
  return inTransaction(async (client): Promise<Result<null>> => {
    if (!(await run(client, webhookId))) return refuse('NOT_FOUND')
    await noteStaffAct(client, { ...actorOf(ask), action, subject: String(webhookId) })
    return accept(null)
  })
}
