import { parseArgs } from 'node:util'
import type { Arrivals } from './arrivals.ts'

/** What the words of the command ask for. */
export interface Asked extends Arrivals {
  readonly origin: string
  readonly presentationId: number | undefined
  readonly quantity: number
  readonly how: 'best' | 'map' | 'both'
  readonly isBuying: boolean
  readonly hasAddresses: boolean
  /** Seconds that a visitor who is told to wait waits at most. */
  readonly patience: number
  readonly isJson: boolean
  readonly isOwnServer: boolean
}

export const USAGE = `Usage: npm run load -- --url http://127.0.0.1:4321 [options]
  --visitors N        visitors in all (100)
  --at-once N         most of them at once (50)
  --rate N            visitors a second, whether or not those before are done; without it one comes when one is done
  --ramp SECONDS      in which the rate, or how many are there at once, grows from nothing (0)
  --presentation ID   what is ordered of; without it the presentation on sale with the most free seats
  --quantity N        seats of each visitor (2)
  --seats HOW         best: the best that are free; map: seats of their own choice; both, in turn (both)
  --buy               pays by the test card, if the provider is the built-in one; without it visits end at the cart, unless a terminal says yes
  --addresses         each visitor says to come from an address of its own (X-Forwarded-For), which a shop with TRUSTED_PROXY=on believes
  --patience SECONDS  that a visitor waits who is told to wait (600)
  --json              the report as JSON
  --yes-this-is-my-server   sends load to a server that is not this machine`

const OPTIONS = {
  url: { type: 'string' },
  visitors: { type: 'string', default: '100' },
  'at-once': { type: 'string', default: '50' },
  rate: { type: 'string' },
  ramp: { type: 'string', default: '0' },
  presentation: { type: 'string' },
  quantity: { type: 'string', default: '2' },
  seats: { type: 'string', default: 'both' },
  buy: { type: 'boolean', default: false },
  addresses: { type: 'boolean', default: false },
  patience: { type: 'string', default: '600' },
  json: { type: 'boolean', default: false },
  'yes-this-is-my-server': { type: 'boolean', default: false },
} as const

/** @throws with a sentence where the words are wrong */
export function readAsked(args: readonly string[]): Asked {
  const { values } = parseArgs({ args: [...args], options: OPTIONS, strict: true })
  const { url, seats, rate, presentation } = values
  if (url === undefined || !/^https?:\/\/[^/]+\/?$/.test(url)) throw new Error('--url names the shop: http:// or https:// and its host.')
  if (seats !== 'best' && seats !== 'map' && seats !== 'both') throw new Error('--seats is best, map or both.')
  return {
    origin: new URL(url).origin,
    visitors: whole('visitors', values.visitors),
    atOnce: whole('at-once', values['at-once']),
    rate: rate === undefined ? undefined : whole('rate', rate),
    ramp: Number(values.ramp) >= 0 ? Number(values.ramp) : whole('ramp', values.ramp),
    presentationId: presentation === undefined ? undefined : whole('presentation', presentation),
    quantity: whole('quantity', values.quantity),
    how: seats,
    isBuying: values.buy,
    hasAddresses: values.addresses,
    patience: whole('patience', values.patience),
    isJson: values.json,
    isOwnServer: values['yes-this-is-my-server'],
  }
}

function whole(name: string, text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`--${name} is a whole number from 1.`)
  return number
}

/** Whether an address is this machine's own. */
export function isThisMachine(origin: string): boolean {
  const { hostname } = new URL(origin)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}
