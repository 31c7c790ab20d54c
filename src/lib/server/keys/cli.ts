import { parseArgs } from 'node:util'
import { isKeyScope, KEY_SCOPES, SCOPES_OF_BUSINESSES } from '#lib/domain/key-scopes.ts'
import { EXIT, type Terminal } from '#lib/server/platform/terminal/terminal.ts'
import { addKey, listKeys, revokeKey, type NewKey } from './api-keys.ts'

const USAGE = `Usage: npm run keys                      lists the API keys, and when each was used last
       npm run keys -- add NAME --scopes ${KEY_SCOPES.join(',')} [--businesses 1,2|all] [--per-minute 600]
                                         makes one for another server; prints it, this once
       npm run keys -- revoke PREFIX     ends one at once
The scopes ${SCOPES_OF_BUSINESSES.join(' and ')} are of businesses: --businesses says of which.`

type Command = { readonly do: 'list' } | { readonly do: 'add'; readonly key: NewKey } | { readonly do: 'revoke'; readonly prefix: string }

const text = { type: 'string' } as const
const OPTIONS = { scopes: text, businesses: text, 'per-minute': text } as const
const CALLS_PER_MINUTE = '600'
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

function readAdd(name: string, { scopes: typed = '', businesses, 'per-minute': perMinute = CALLS_PER_MINUTE }: Typed): Command | undefined {
  const parts = typed.split(',')
  const scopes = parts.filter(isKeyScope)
  const businessIds = readBusinesses(businesses)
  const callsPerMinute = NUMBER.test(perMinute) ? Number(perMinute) : 0
  const needsBusinesses = scopes.some((scope) => SCOPES_OF_BUSINESSES.includes(scope))
  if (scopes.length < parts.length || businessIds === undefined || needsBusinesses !== (businesses !== undefined)) return undefined
  if (callsPerMinute < 1 || callsPerMinute > MOST_PER_MINUTE) return undefined
  return { do: 'add', key: { name, scopes: [...new Set(scopes)], businessIds, callsPerMinute } }
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
    const { key, prefix } = await addKey(command.key)
    say(`The key ${prefix} of ${command.key.name}, shown this once: ${key}`)
    return EXIT.done
  }
  const isRevoked = await revokeKey(command.prefix)
  if (isRevoked) say('Revoked.')
  else complain('There is no such key, or it was revoked.')
  return isRevoked ? EXIT.done : EXIT.refused
}

async function list(say: Terminal['say']): Promise<number> {
  const all = await listKeys()
  for (const { prefix, name, scopes, businessIds, callsPerMinute, lastUsedAt, revokedAt } of all) {
    const whose =
      businessIds === null ? 'all businesses' : businessIds.length === 0 ? 'no business' : `businesses ${businessIds.join(', ')}`
    const used = lastUsedAt ? `last used ${minute(lastUsedAt)}` : 'never used'
    say(
      `${prefix}  ${name}  ${scopes.join(' ')}  ${whose}  ${String(callsPerMinute)} a minute  ${revokedAt ? `revoked ${minute(revokedAt)}` : used}`,
    )
  }
  if (all.length === 0) say('No API keys.')
  return EXIT.done
}

function minute(at: Date): string {
  return `${at.toISOString().slice(0, 16)}Z`
}
