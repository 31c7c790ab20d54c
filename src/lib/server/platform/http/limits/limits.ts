import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { settings } from '#lib/server/platform/config/settings.ts'
import { sharedCounter } from './shared-counter.ts'

/** So many calls in so many seconds; a call that makes more work counts as several. */
interface Allowance {
  readonly calls: number
  readonly seconds: number
}

interface Limit {
  /** Of one address (of IPv6: one /64), whoever uses it. ADDRESS_LIMIT_FACTOR multiplies it. */
  readonly caller: Allowance
  /** Of one visitor, by uuid. */
  readonly visitor?: Allowance
  /** Counted by all processes together, in the database: what is seldom called and sends or charges something. */
  readonly isShared?: true
}

/**
 * What one address and one visitor may do. Many people share an address of a mobile carrier, so an address has room for dozens of them; a visitor has
 * room for the quickest thumb. Floods end here, before the database; what keeps seats from being hoarded is the share of a network (fair-share.ts).
 * What is not shared is counted by each process for itself: a load balancer keeps an address at one (Several machines).
 */
export const LIMITS = {
  page: { caller: { calls: 200, seconds: 10 } },
  picture: { caller: { calls: 1000, seconds: 10 } },
  /** Playlists and segments of films: a player reads one every few seconds, and several at once when it begins or jumps. */
  media: { caller: { calls: 1500, seconds: 10 } },
  read: { caller: { calls: 300, seconds: 10 } },
  /** The plan, the state of its seats, and opening the stream of changes. */
  status: { caller: { calls: 200, seconds: 10 }, visitor: { calls: 50, seconds: 10 } },
  /** Locking, unlocking. */
  seats: { caller: { calls: 30, seconds: 1 }, visitor: { calls: 10, seconds: 1 } },
  /** Best available: of a stadium one call is some 25 ms of the processor's time, of a feature with many evenings there five times as much. */
  best: { caller: { calls: 100, seconds: 10 }, visitor: { calls: 20, seconds: 10 } },
  write: { caller: { calls: 100, seconds: 10 }, visitor: { calls: 30, seconds: 10 } },
  /** Payment forms and commits; a page asks again every few seconds while a payment is in doubt. */
  payment: { caller: { calls: 300, seconds: 60 }, visitor: { calls: 30, seconds: 60 } },
  captcha: { caller: { calls: 120, seconds: 60 }, visitor: { calls: 20, seconds: 60 } },
  /** Visitors that were not known a moment ago: each costs a row. */
  newcomer: { caller: { calls: 300, seconds: 60 } },
  /** Asking to be told when seats come free: each sends a message. */
  waitList: { caller: { calls: 60, seconds: 3600 }, visitor: { calls: 10, seconds: 3600 }, isShared: true },
  /** Sending tickets to friends: each sends a message. */
  friend: { caller: { calls: 60, seconds: 3600 }, visitor: { calls: 20, seconds: 3600 }, isShared: true },
  /** Problems with films that are reported: each sends a message to the house. */
  filmProblem: { caller: { calls: 60, seconds: 3600 }, visitor: { calls: 5, seconds: 3600 }, isShared: true },
  /** Donations that are about to be charged: whoever tries out stolen cards tries them on free amounts. Cards that are declined count. */
  donation: { caller: { calls: 5, seconds: 3600 }, isShared: true },
  redirect: { caller: { calls: 30, seconds: 60 } },
  /** Callbacks of a payment provider that were none. */
  callbackMiss: { caller: { calls: 60, seconds: 60 } },
  /** API keys that are none. */
  keyMiss: { caller: { calls: 60, seconds: 60 } },
  /** PDFs that are not drawn yet, in sheets: some 15 ms of a thread each. */
  drawing: { caller: { calls: 200, seconds: 60 } },
  /** Keys of documents that nobody has. */
  documentMiss: { caller: { calls: 30, seconds: 3600 } },
} as const satisfies Readonly<Record<string, Limit>>

export type LimitKind = keyof typeof LIMITS
type Who = 'caller' | 'visitor'

const counters = new Map<string, RateLimiterAbstract>()

/**
 * Counts a call. Who is null is this machine, which is not limited.
 * @returns after how many seconds the next one is welcome; undefined where this one is.
 */
export function countCall(kind: LimitKind, of: Who, who: string | null): Promise<number | undefined> {
  return count(kind, of, { who, points: 1 })
}

async function count(kind: LimitKind, of: Who, { who, points }: { who: string | null; points: number }): Promise<number | undefined> {
  const counter = who === null ? undefined : counterOf(kind, of)
  return !counter || who === null ? undefined : consume(counter, who, points)
}

async function consume(counter: RateLimiterAbstract, who: string, points: number): Promise<number | undefined> {
  try {
    await counter.consume(who, points)
    return undefined
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    return secondsOf(refused)
  }
}

/**
 * Counts further work of a call, in calls of its kind, when it is known how much it is and before it is done. What is more than the whole allowance counts as
 * the whole of it, so that it may be done once.
 * @returns as countCall
 */
export async function spend(kind: LimitKind, who: string | null, cost: number): Promise<number | undefined> {
  if (cost <= 0) return undefined
  const whole = who === null ? 0 : (counterOf(kind, 'caller')?.points ?? 0)
  return count(kind, 'caller', { who, points: Math.min(cost, whole - 1) })
}

/** As countCall, without counting. */
export async function isSpent(kind: LimitKind, who: string | null): Promise<number | undefined> {
  const counter = who === null ? undefined : counterOf(kind, 'caller')
  const spent = who === null ? null : ((await counter?.get(who)) ?? null)
  return spent && spent.consumedPoints >= (counter?.points ?? 0) ? secondsOf(spent) : undefined
}

const keyCounters = new Map<number, RateLimiterAbstract>()

/** Counts a call of an API key, which has a limit of its own wherever it calls from and whichever process answers. @returns as countCall */
export async function countKeyCall(apiKeyId: number, callsPerMinute: number): Promise<number | undefined> {
  const counter =
    keyCounters.get(callsPerMinute) ?? sharedCounter(`key ${String(callsPerMinute)}`, { points: callsPerMinute, duration: 60 })
  keyCounters.set(callsPerMinute, counter)
  return consume(counter, String(apiKeyId), 1)
}

/** One counter for each kind, made when it is needed; it forgets by itself. */
function counterOf(kind: LimitKind, of: Who): RateLimiterAbstract | undefined {
  const { isShared, [of]: allowance }: Limit = LIMITS[kind]
  if (!allowance) return undefined
  const name = `${kind} ${of}`
  const points = allowance.calls * (of === 'visitor' ? 1 : settings().addressLimitFactor)
  const rules = { points, duration: allowance.seconds }
  const counter = counters.get(name) ?? (isShared ? sharedCounter(name, rules) : new RateLimiterMemory(rules))
  counters.set(name, counter)
  return counter
}

function secondsOf({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000))
}
