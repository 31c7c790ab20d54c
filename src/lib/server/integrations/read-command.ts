import { parseArgs } from 'node:util'
import { readReturnBase } from '#lib/domain/orders/return-address.ts'
import { isWebhookUrl } from '#lib/server/webhooks/webhooks.ts'
import type { NewIntegration } from './integrations.ts'

/** What can be asked, and how. */
export const USAGE = `Usage: npm run integrations                              lists the outside systems that send people here to order
       npm run integrations -- add KEY --name NAME --return https://a.example[,https://b.example/back] [--callback URL] [--businesses 1,2]
                                                           [--name-en NAME] [--name-ru NAME] [--name-ar NAME]
                                                           lets one do so; prints the secret that signs its requests, this once
       npm run integrations -- callback KEY URL            tells it there what becomes of its orders; prints the secret that signs the messages, this once
       npm run integrations -- link KEY --return URL [--to /order/1]
                                                           prints a link such as it makes, good for five minutes and once
       npm run integrations -- end KEY                     ends it
KEY names it in its requests: small letters, digits and hyphens. --return lists where a return address may be; a callback is https, or http on this machine.`

/** What is asked at the terminal. */
export type Command =
  | { readonly do: 'list' }
  | { readonly do: 'add'; readonly integration: NewIntegration; readonly callback: string | undefined }
  | { readonly do: 'callback'; readonly keyId: string; readonly url: string }
  | { readonly do: 'link'; readonly keyId: string; readonly ret: string; readonly to: string | undefined }
  | { readonly do: 'end'; readonly keyId: string }

const text = { type: 'string' } as const

const OPTIONS = {
  ...{ name: text, 'name-en': text, 'name-ru': text, 'name-ar': text },
  ...{ return: text, callback: text, businesses: text, to: text },
} as const

type Typed = ReturnType<typeof parseArgs<{ args: string[]; allowPositionals: true; options: typeof OPTIONS }>>['values']

/** The options that each command takes. */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  add: ['name', 'name-en', 'name-ru', 'name-ar', 'return', 'callback', 'businesses'],
  callback: [],
  link: ['return', 'to'],
  end: [],
}

const KEY_ID = /^[a-z0-9-]{1,40}$/

/** @returns undefined if the words are none of the usage */
export function readCommand(args: readonly string[]): Command | undefined {
  if (args.length === 0) return { do: 'list' }
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
    const [name = '', keyId = '', url, ...more] = positionals
    const taken = TAKEN[name]
    if (!taken || more.length > 0 || !KEY_ID.test(keyId) || Object.keys(values).some((option) => !taken.includes(option))) return undefined
    if (name === 'callback') return url !== undefined && isWebhookUrl(url) ? { do: 'callback', keyId, url } : undefined
    return url === undefined ? readNamed(name, keyId, values) : undefined
  } catch {
    return undefined
  }
}

/** A command of nothing but the key and options. */
function readNamed(name: string, keyId: string, values: Typed): Command | undefined {
  if (name === 'end') return { do: 'end', keyId }
  if (name === 'add') return readAdd(keyId, values)
  return values.return === undefined ? undefined : { do: 'link', keyId, ret: values.return, to: values.to }
}

function readAdd(keyId: string, { name, callback, businesses, return: typed = '', ...others }: Typed): Command | undefined {
  const bases = typed.split(',').map(readReturnBase)
  const returnBases = bases.filter((base) => base !== undefined)
  const businessIds = businesses === undefined ? null : readIds(businesses)
  const isCallback = callback === undefined || isWebhookUrl(callback)
  if (!name?.trim() || returnBases.length < bases.length || businessIds === undefined || !isCallback) return undefined
  const names = { he: name, ...namesOf({ en: others['name-en'], ru: others['name-ru'], ar: others['name-ar'] }) }
  return { do: 'add', integration: { keyId, names, returnBases, businessIds }, callback }
}

function namesOf(typed: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(typed).flatMap(([locale, name]) => (name?.trim() ? [[locale, name]] : [])))
}

function readIds(typed: string): readonly number[] | undefined {
  const parts = typed.split(',')
  return parts.every((part) => /^[1-9]\d{0,8}$/.test(part)) ? parts.map(Number) : undefined
}
