import { parseArgs } from 'node:util'
import { log as writeLog } from '#lib/server/platform/log/log.ts'
import { logOfMessages, queueAgain, queueTest, type LoggedMessage } from './webhook-messages.ts'
import { addWebhook, endWebhook, isWebhookUrl, listWebhooks, WEBHOOK_EVENTS, type Webhook, type WebhookEvent } from './webhooks.ts'
import { EXIT, type Terminal } from '#lib/server/platform/terminal/terminal.ts'

const USAGE = `Usage: npm run webhooks                                    lists who is told, and what waits or failed
       npm run webhooks -- add URL [--events order.paid,…] [--businesses 1,2]
                                                           tells URL from now on; prints the secret that signs, this once
       npm run webhooks -- test ID                         sends a message that says nothing but that it arrived
       npm run webhooks -- log [--webhook ID] [--failed]   lists the newest messages
       npm run webhooks -- again MESSAGE                   sends one again, under the same id
       npm run webhooks -- again --failed [--webhook ID]   sends again whatever was given up
       npm run webhooks -- end ID                          tells it nothing any more
Events: ${WEBHOOK_EVENTS.join(', ')}; without --events all of them. URL is https, or http on this machine.`

type Command =
  | { readonly do: 'list' }
  | { readonly do: 'add'; readonly wanted: Pick<Webhook, 'url' | 'events' | 'businessIds'> }
  | { readonly do: 'test' | 'end'; readonly webhookId: number }
  | { readonly do: 'log'; readonly webhookId: number | undefined; readonly isFailed: boolean }
  | { readonly do: 'again'; readonly messageId: string | undefined; readonly webhookId: number | undefined }

const MESSAGE_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const OPTIONS = {
  events: { type: 'string' },
  businesses: { type: 'string' },
  webhook: { type: 'string' },
  failed: { type: 'boolean', default: false },
} as const

type Typed = ReturnType<typeof parseArgs<{ args: string[]; allowPositionals: true; options: typeof OPTIONS }>>['values']

/** The options that each command takes. */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  add: ['events', 'businesses'],
  log: ['webhook', 'failed'],
  again: ['webhook', 'failed'],
  test: [],
  end: [],
}

/** @returns undefined if the words are none of the usage */
export function readCommand(args: readonly string[]): Command | undefined {
  if (args.length === 0) return { do: 'list' }
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
    const [name = '', subject, ...more] = positionals
    const taken = TAKEN[name]
    const given = Object.entries(values).filter(([, value]) => value !== false)
    if (!taken || more.length > 0 || given.some(([option]) => !taken.includes(option))) return undefined
    return readNamed(name, subject, values)
  } catch {
    return undefined
  }
}

function readNamed(name: string, subject: string | undefined, { webhook, failed, events, businesses }: Typed): Command | undefined {
  const webhookId = webhook === undefined ? undefined : idIn(webhook)
  if (webhook !== undefined && webhookId === undefined) return undefined
  if (name === 'log') return subject === undefined ? { do: 'log', webhookId, isFailed: failed } : undefined
  if (name === 'again') return readAgain(subject, webhookId, failed)
  if (name === 'add') return readAdd(subject, events, businesses)
  const id = idIn(subject ?? '')
  return id === undefined ? undefined : { do: name === 'test' ? 'test' : 'end', webhookId: id }
}

/** Either one message, or those that failed. */
function readAgain(messageId: string | undefined, webhookId: number | undefined, failed: boolean): Command | undefined {
  if (failed) return messageId === undefined ? { do: 'again', messageId, webhookId } : undefined
  return messageId !== undefined && MESSAGE_ID.test(messageId) && webhookId === undefined
    ? { do: 'again', messageId, webhookId }
    : undefined
}

function readAdd(url: string | undefined, typedEvents: string | undefined, typedBusinesses: string | undefined): Command | undefined {
  const events = typedEvents === undefined ? WEBHOOK_EVENTS : typedEvents.split(',').filter((one) => isEvent(one))
  const businessIds = typedBusinesses === undefined ? null : typedBusinesses.split(',').flatMap((one) => idIn(one) ?? [])
  const isWhole = (list: readonly unknown[] | null, typed: string | undefined) =>
    typed === undefined || list?.length === typed.split(',').length
  if (url === undefined || !isWebhookUrl(url) || !isWhole(events, typedEvents) || !isWhole(businessIds, typedBusinesses)) return undefined
  return { do: 'add', wanted: { url, events, businessIds } }
}

function isEvent(typed: string): typed is WebhookEvent {
  return WEBHOOK_EVENTS.some((event) => event === typed)
}

function idIn(typed: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(typed) ? Number(typed) : undefined
}

/** Runs the command in a process that already has a database. */
export async function webhooksFromTerminal(args: readonly string[], terminal: Terminal): Promise<number> {
  const command = readCommand(args)
  if (!command) {
    terminal.complain(USAGE)
    return EXIT.misused
  }
  switch (command.do) {
    case 'list':
      return list(terminal)
    case 'log':
      return listMessages(command, terminal)
    case 'add':
      return add(command.wanted, terminal)
    case 'again':
      return again(command, terminal)
    case 'test':
      return answer(await queueTest(command.webhookId), 'A test is on its way; npm run webhooks -- log shows whether it arrived.', terminal)
    case 'end':
      return answer(await endWebhook(command.webhookId), 'Ended. What was not delivered yet is given up.', terminal)
  }
}

async function list({ say }: Terminal): Promise<number> {
  const all = await listWebhooks()
  for (const { webhookId, url, events, businessIds, integrationId, endedAt, queued, failed } of all) {
    const whose =
      integrationId !== null
        ? `integration ${String(integrationId)}`
        : businessIds === null
          ? 'all businesses'
          : `businesses ${businessIds.join(', ')}`
    const fate = endedAt ? `ended ${minute(endedAt)}` : `${String(queued)} waiting, ${String(failed)} failed`
    say(`${String(webhookId)}  ${url}  ${events.join(' ')}  ${whose}  ${fate}`)
  }
  if (all.length === 0) say('Nobody is told of anything.')
  return EXIT.done
}

async function listMessages(
  wanted: { readonly webhookId: number | undefined; readonly isFailed: boolean },
  { say }: Terminal,
): Promise<number> {
  const messages = await logOfMessages(wanted)
  for (const message of messages) say(describe(message))
  if (messages.length === 0) say('No messages.')
  return EXIT.done
}

function describe({ messageId, webhookId, event, data, at, state, attempts, failure, nextAttemptAt }: LoggedMessage): string {
  const next = state === 'queued' && attempts > 0 ? `, next ${minute(nextAttemptAt)}` : ''
  const tries = `${String(attempts)} ${attempts === 1 ? 'attempt' : 'attempts'}`
  const order = typeof data.orderNumber === 'string' ? data.orderNumber : '-'
  return `${messageId}  ${minute(at)}  to ${String(webhookId)}  ${event}  ${order}  ${state}, ${tries}${failure === null ? '' : `, ${failure}`}${next}`
}

async function add(wanted: Pick<Webhook, 'url' | 'events' | 'businessIds'>, { say }: Terminal): Promise<number> {
  const { webhookId, secret } = await addWebhook(wanted)
  writeLog().info({ webhookId }, 'a webhook was added')
  say(`${String(webhookId)}  ${wanted.url}`)
  say(`The secret that signs its messages, shown this once: ${secret}`)
  return EXIT.done
}

async function again(
  { messageId, webhookId }: { readonly messageId: string | undefined; readonly webhookId: number | undefined },
  { say, complain }: Terminal,
): Promise<number> {
  const count = await queueAgain(messageId, { webhookId })
  if (messageId !== undefined && count === 0) {
    complain('No such message was delivered or given up, or its webhook ended.')
    return EXIT.refused
  }
  say(`${String(count)} on their way again.`)
  return EXIT.done
}

function answer(isDone: boolean, done: string, { say, complain }: Terminal): number {
  if (isDone) say(done)
  else complain('There is no such webhook, or it ended.')
  return isDone ? EXIT.done : EXIT.refused
}

function minute(at: Date): string {
  return `${at.toISOString().slice(0, 16)}Z`
}
