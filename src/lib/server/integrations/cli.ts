import { shopPath } from '#lib/domain/orders/shop-path.ts'
import { isReturnAddress } from '#lib/domain/orders/return-address.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { EXIT, type Terminal } from '#lib/server/platform/terminal/terminal.ts'
import { addIntegration, endIntegration, integrationByKey, listIntegrations, setCallback, type NewIntegration } from './integrations.ts'
import { readCommand, USAGE } from './read-command.ts'
import { signRequest } from './request-key.ts'

/** Runs the command in a process that already has a database. */
export async function integrationsFromTerminal(args: readonly string[], terminal: Terminal): Promise<number> {
  const command = readCommand(args)
  if (!command) {
    terminal.complain(USAGE)
    return EXIT.misused
  }
  switch (command.do) {
    case 'list':
      return list(terminal)
    case 'add':
      return add(command, terminal)
    case 'callback':
      return callback(command, terminal)
    case 'link':
      return link(command, terminal)
    case 'end':
      return (await endIntegration(command.keyId))
        ? done('Ended: nothing leads back to it, and it is told nothing more.', terminal)
        : none(terminal)
  }
}

async function list({ say }: Terminal): Promise<number> {
  const all = await listIntegrations()
  for (const { keyId, names, returnBases, businessIds, endedAt } of all) {
    const whose = businessIds === null ? 'all businesses' : `businesses ${businessIds.join(', ')}`
    say(`${keyId}  ${names.he ?? ''}  ${returnBases.join(' ')}  ${whose}${endedAt ? `  ended ${endedAt.toISOString().slice(0, 16)}Z` : ''}`)
  }
  if (all.length === 0) say('No outside system opens orders.')
  return EXIT.done
}

async function add(
  { integration, callback: url }: { readonly integration: NewIntegration; readonly callback: string | undefined },
  terminal: Terminal,
): Promise<number> {
  const added = await addIntegration(integration)
  if (!added) {
    terminal.complain('There is, or was, one of this key. Choose another.')
    return EXIT.refused
  }
  terminal.say(`The secret that signs the requests of ${integration.keyId}, shown this once: ${added.secret}`)
  return url === undefined ? EXIT.done : callback({ keyId: integration.keyId, url }, terminal)
}

async function callback({ keyId, url }: { readonly keyId: string; readonly url: string }, terminal: Terminal): Promise<number> {
  const secret = await setCallback(keyId, { url })
  return secret === undefined ? none(terminal) : done(`The secret that signs the messages to ${url}, shown this once: ${secret}`, terminal)
}

async function link(
  { keyId, ret, to }: { readonly keyId: string; readonly ret: string; readonly to: string | undefined },
  terminal: Terminal,
): Promise<number> {
  const found = await integrationByKey(keyId)
  if (!found) return none(terminal)
  if (!isReturnAddress(ret, found.returnBases)) {
    terminal.complain(`${ret} is not below ${found.returnBases.join(', ')}.`)
    return EXIT.refused
  }
  const request = signRequest({ TS: String(Date.now()), ret }, keyId, found.secret)
  const query = new URLSearchParams({ ...request, ...(to !== undefined && { to: shopPath(to) }) })
  return done(`${settings().publicOrigin}/integration?${query.toString()}`, terminal)
}

function done(line: string, { say }: Terminal): number {
  say(line)
  return EXIT.done
}

function none({ complain }: Terminal): number {
  complain('There is no such integration, or it ended.')
  return EXIT.refused
}
