import { DAY_MS } from '#lib/domain/time/durations.ts'
import { seededRandom } from '#lib/domain/seeded-random.ts'

/** The facts of a presentation that decide how well it sells. */
export interface SellingShow {
  readonly id: number
  readonly featureId: number
  readonly startsAt: number
  readonly soldout: boolean
  readonly isCancelled: boolean
  readonly saleOpensAt: number | null
  /** Seats and places for sale. */
  readonly capacity: number
}

/** Minimum and maximum share of a house that is sold the given number of days before. */
const SHARES = [
  { days: 0, least: 0.62, most: 0.94 },
  { days: 3, least: 0.48, most: 0.8 },
  { days: 7, least: 0.34, most: 0.62 },
  { days: 14, least: 0.22, most: 0.45 },
  { days: 21, least: 0.15, most: 0.36 },
  { days: 30, least: 0.11, most: 0.29 },
] as const

/** Presentations named in the documentation have ids below this; they need free seats. */
const NAMED_BELOW = 1_000
/** The named presentation of the stadium that is nearly full. */
const NEARLY_FULL = { id: 10, share: 0.85 }
/** Stadiums sell late. */
const STADIUM = 5_000
/** Maximum days before a presentation that may be sold out or have few seats left; below, one in how many is. */
const RUSH_DAYS = 12
const SOLD_OUT_ONE_OF = 25
const FEW_LEFT_ONE_OF = 18

/** How many seats and places of a presentation are sold at the instant `now`; deterministic. */
export function soldOf(show: SellingShow, now: number): number {
  if (show.isCancelled || (show.saleOpensAt !== null && show.saleOpensAt > now)) return 0
  if (show.soldout) return show.capacity
  if (show.id === NEARLY_FULL.id) return Math.round(NEARLY_FULL.share * show.capacity)
  const random = seededRandom(show.id)
  const days = Math.max(0, (show.startsAt - now) / DAY_MS)
  // Popular shows sell out early; long before the date the luck of most shows is small.
  const luck = (0.6 * seededRandom(show.featureId * 7919)() + 0.4 * random()) ** (1 + days / 20)
  return rushOf(show, days, random) ?? Math.round(shareOf(days, luck, show.capacity) * show.capacity)
}

function rushOf({ id, capacity }: SellingShow, days: number, random: () => number): number | undefined {
  const [soldOut, fewLeft, left] = [random(), random(), 3 + Math.floor(random() * 10)]
  if (id < NAMED_BELOW || days > RUSH_DAYS || capacity > STADIUM) return undefined
  if (soldOut < 1 / SOLD_OUT_ONE_OF) return capacity
  return fewLeft < 1 / FEW_LEFT_ONE_OF ? Math.max(0, capacity - left) : undefined
}

function shareOf(days: number, luck: number, capacity: number): number {
  const after = SHARES.findIndex((one) => one.days > days)
  const [from, to] = after < 0 ? [SHARES.at(-1), SHARES.at(-1)] : [SHARES[after - 1], SHARES[after]]
  if (!from || !to) return 0
  const way = to.days === from.days ? 0 : (days - from.days) / (to.days - from.days)
  const least = from.least + way * (to.least - from.least)
  const most = from.most + way * (to.most - from.most)
  const share = least + luck * (most - least)
  return capacity > STADIUM ? Math.max(0.1, share / 3) : share
}
