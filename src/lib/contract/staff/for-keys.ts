import * as z from 'zod/mini'
import { endpoint } from '#lib/contract/endpoint.ts'
import { UNSCRIPTED_ROUTES } from '#lib/contract/routes/unscripted-routes.ts'
import { flag, idText, shortText } from '#lib/contract/wire.ts'

/** What only other servers call, by an API key. What is of another business is answered as none. */

/** An order, without anything of a person or that opens it. Amounts are shekels. */
const keyedOrder = z.object({
  orderNumber: z.string(),
  state: z.enum(['unpaid', 'paid', 'refunding', 'refunded']),
  amount: z.number(),
  currency: z.string(),
  createdAt: z.string(),
  /** How many of its tickets still count. */
  presentations: z.array(z.object({ presentationId: z.number(), tickets: z.number() })),
})
export type KeyedOrder = z.output<typeof keyedOrder>

/** Most orders of one answer. */
export const MOST_ORDERS = 100

/** An instant that a database has as well: no year before 1970, and no fraction of any length. */
const instant = z.iso.datetime().check(z.maxLength(30), z.regex(/^(?:19[7-9]\d|[2-9]\d{3})-/))

export const listOrders = endpoint({
  ...UNSCRIPTED_ROUTES.listOrders,
  summary: `The orders of the key’s businesses, the newest first, ${String(MOST_ORDERS)} at most; before names the last order of the page before.`,
  scope: 'orders',
  isForKeys: true,
  query: z.object({ before: z.optional(shortText), since: z.optional(instant), presentationId: z.optional(idText) }),
  answer: z.object({ orders: z.array(keyedOrder), hasMore: z.boolean() }),
})

export const getOrder = endpoint({
  ...UNSCRIPTED_ROUTES.getOrder,
  summary: 'One order of the key’s businesses, by its number.',
  scope: 'orders',
  isForKeys: true,
  params: z.object({ orderNumber: shortText }),
  answer: z.object({ order: keyedOrder }),
})

const loggedMessage = z.object({
  messageId: z.string(),
  webhookId: z.number(),
  event: z.string(),
  data: z.record(z.string(), z.unknown()),
  at: z.string(),
  state: z.enum(['queued', 'delivered', 'failed']),
  attempts: z.number(),
  failure: z.nullable(z.string()),
  nextAttemptAt: z.string(),
})

export const webhookLog = endpoint({
  ...UNSCRIPTED_ROUTES.webhookLog,
  summary: 'The newest messages of the webhooks that tell of the key’s businesses alone, the newest last.',
  scope: 'webhooks',
  isForKeys: true,
  query: z.object({ webhookId: z.optional(idText), isFailed: z.optional(flag) }),
  answer: z.object({ messages: z.array(loggedMessage) }),
})

export const sendMessageAgain = endpoint({
  ...UNSCRIPTED_ROUTES.sendMessageAgain,
  summary: 'Sends a message of such a webhook again, under the same id.',
  scope: 'webhooks',
  isForKeys: true,
  params: z.object({ messageId: z.uuid() }),
  body: z.object({}),
  answer: z.object({ success: z.literal(true) }),
})
