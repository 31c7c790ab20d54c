import type { Agorot } from '#lib/domain/money/money.ts'

/** An evening of a year. */
export interface YearEvening {
  readonly featureId: number
  /** ms since 1970 */
  readonly startsAt: number
}

/** A date that may be chosen, and on which there are seats. */
export interface OfferedDate extends YearEvening {
  readonly presentationId: number
  readonly supplement: Agorot
  /** Whether the seats are those of the fixed dates. */
  readonly isSame: boolean
}

/** Evenings that begin closer than this are one evening: nobody sees both. */
const ONE_EVENING_MS = 4 * 60 * 60 * 1000

/**
 * The dates that are proposed to a member who renews: none that costs more or meets another evening if it can be helped, then shows that the year has
 * least often, then the same seat, then the first.
 * @returns at most `count` presentation ids, in the order of `offered`
 */
export function proposedDates(offered: readonly OfferedDate[], fixed: readonly YearEvening[], count: number): readonly number[] {
  const chosen: OfferedDate[] = []
  while (chosen.length < Math.min(count, offered.length)) {
    const year = [...fixed, ...chosen]
    const [next] = offered
      .filter((date) => !chosen.includes(date))
      .toSorted((one, other) => compare(rankOf(one, year), rankOf(other, year)))
    if (next) chosen.push(next)
  }
  return offered.filter((date) => chosen.includes(date)).map(({ presentationId }) => presentationId)
}

function rankOf({ featureId, startsAt, supplement, isSame }: OfferedDate, year: readonly YearEvening[]): readonly number[] {
  const isMet = year.some((evening) => Math.abs(evening.startsAt - startsAt) < ONE_EVENING_MS)
  const seen = year.filter((evening) => evening.featureId === featureId).length
  return [Number(isMet), supplement, seen, Number(!isSame), startsAt]
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((rank, index) => rank !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}
