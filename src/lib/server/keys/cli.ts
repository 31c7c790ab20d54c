import { parseArgs } from 'node:util'
import { isKeyScope, KEY_SCOPES, SCOPES_OF_BUSINESSES } from '#lib/domain/key-scopes.ts'
import { EXIT, type Terminal } from '#lib/server/platform/terminal/terminal.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { addKey, CALLS_PER_MINUTE, listKeys, MOST_KEY_DAYS, revokeKey, type ListedKey, type NewKey } from './api-keys.ts'

const USAGE = `Usage: npm run keys                      lists the API keys, and when each was used last
       npm run keys -- add NAME --scopes ${KEY_SCOPES.join(',')} [--businesses 1,2|all] [--per-minute 600] [--days 365]
                                         makes one for another server; prints it, this once
       npm run keys -- revoke PREFIX     ends one at once
The scopes ${SCOPES_OF_BUSINESSES.join(' and ')} are of businesses: --businesses says of which.`

type Command = { readonly do: 'list' } | { readonly do: 'add'; readonly key: NewKey } | { readonly do: 'revoke'; readonly prefix: string }

const text = { type: 'string' } as const
const OPTIONS = { scopes: text, businesses: text, 'per-minute': text, days: text } as const
const MOST_PER_MINUTE = 100_000
const NUMBER = /^[1-9]\d{0,8}$/

type Typed = ReturnType<typeof parseArgs<{ args: string[]; allowPositionals: true; options: typeof OPTIONS }>>['values']

/** @returns undefined if the words are none of the usage */
export function readCommand(args: readonly string[]): Command | undefined {
  if (args.length === 0) return { do: 'list' }
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
    const [name, subject = '', ...more] = positionals
    if (more.length > 0) return undefined
    if (name === 'list' && subject === '' && Object.keys(values).length === 0) return { do: 'list' }
    if (name === 'revoke') return subject === '' || Object.keys(values).length > 0 ? undefined : { do: 'revoke', prefix: subject }
    return name === 'add' && subject.trim() !== '' ? readAdd(subject, values) : undefined
  } catch {
    return undefined
  }
}

function readAdd(name: string, typedOptions: Typed): Command | undefined {
  const { scopes: typed = '', businesses, 'per-minute': perMinute = String(CALLS_PER_MINUTE), days: typedDays } = typedOptions
  const parts = typed.split(',')
  const scopes = parts.filter(isKeyScope)
  const businessIds = readBusinesses(businesses)
  const callsPerMinute = NUMBER.test(perMinute) ? Number(perMinute) : 0
  const days = typedDays === undefined ? undefined : NUMBER.test(typedDays) ? Number(typedDays) : 0
  const needsBusinesses = scopes.some((scope) => SCOPES_OF_BUSINESSES.includes(scope))
  if (scopes.length < parts.length || businessIds === undefined || needsBusinesses !== (businesses !== undefined)) return undefined
  if (callsPerMinute < 1 || callsPerMinute > MOST_PER_MINUTE || days === 0 || (days ?? 0) > MOST_KEY_DAYS) return undefined
  return { do: 'add', key: { name, scopes: [...new Set(scopes)], businessIds, callsPerMinute, days } }
}

/** @returns null: all of them; undefined if it is no list */
function readBusinesses(typed: string | undefined): readonly number[] | null | undefined {
  if (typed === undefined) return []
  if (typed === 'all') return null
  const parts = typed.split(',')
  return parts.every((part) => NUMBER.test(part)) ? parts.map(Number) : undefined
}

/** Runs the command in a process that already has a database. */
export async function keysFromTerminal(args: readonly string[], { say, complain }: Terminal): Promise<number> {
  const command = readCommand(args)
  if (!command) {
    complain(USAGE)
    return EXIT.misused
  }
  if (command.do === 'list') return list(say)
  if (command.do === 'add') {
    const { key, prefix } = await inTransaction((client) => addKey(client, command.key))
    say(`The key ${prefix} of ${command.key.name}, shown this once: ${key}`)
    return EXIT.done
  }
  const isRevoked = await inTransaction((client) => revokeKey(client, command.prefix))
  if (isRevoked) say('Revoked.')
  else complain('There is no such key, or it was revoked.')
  return isRevoked ? EXIT.done : EXIT.refused
}

async function list(say: Terminal['say']): Promise<number> {
  const all = await listKeys()
  for (const one of all) {
    const { prefix, name, scopes, businessIds, callsPerMinute, lastUsedAt } = one
    const whose =
      businessIds === null ? 'all businesses' : businessIds.length === 0 ? 'no business' : `businesses ${businessIds.join(', ')}`
    const used = lastUsedAt ? `last used ${minute(lastUsedAt)}` : 'never used'
    say(`${prefix}  ${name}  ${scopes.join(' ')}  ${whose}  ${String(callsPerMinute)} a minute  ${endOf(one) ?? used}`)
  }
  if (all.length === 0) say('No API keys.')
  return EXIT.done
}

/** When it ended, or will; undefined: it does not end by itself. */
function endOf({ revokedAt, expiresAt, lastUsedAt }: ListedKey): string | undefined {
  if (revokedAt) return `revoked ${minute(revokedAt)}`
  return expiresAt ? `${lastUsedAt ? `last used ${minute(lastUsedAt)}` : 'never used'}, until ${minute(expiresAt)}` : undefined
}

function minute(at: Date): string {
  return `${at.toISOString().slice(0, 16)}Z`
}
