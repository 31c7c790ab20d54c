import type { Showing } from './calendar.ts'
import { addDays, weekdayOf } from '#lib/domain/time/days.ts'

/** Showings that are displayed together. A month holds everything after this week and the next one. */
export interface DateGroup {
  readonly kind: 'thisWeek' | 'nextWeek' | 'month'
  readonly showings: readonly Showing[]
}

/** The showings of a feature: the near ones and the later ones. */
export interface FeatureDates {
  readonly near: readonly DateGroup[]
  readonly further: readonly DateGroup[]
  readonly furtherCount: number
}

/** Number of showings visible at first. If only a few more follow, they are shown as well. */
const NEAR = 6
const WORTH_HIDING = 3

/** @param showings in order of their start @param today YYYY-MM-DD */
export function groupDates(showings: readonly Showing[], today: string): FeatureDates {
  const near = showings.length < NEAR + WORTH_HIDING ? showings.length : NEAR
  return {
    near: groups(showings.slice(0, near), today),
    further: groups(showings.slice(near), today),
    furtherCount: showings.length - near,
  }
}

function groups(showings: readonly Showing[], today: string): readonly DateGroup[] {
  const [thisWeek, nextWeek] = [sundayOf(today), addDays(sundayOf(today), 7)]
  const keyOf = ({ date }: Showing) => {
    const week = sundayOf(date)
    if (week === thisWeek) return 'thisWeek'
    return week === nextWeek ? 'nextWeek' : date.slice(0, 7)
  }
  return [...Map.groupBy(showings, keyOf)].map(([key, ofGroup]) => ({
    kind: key === 'thisWeek' || key === 'nextWeek' ? key : 'month',
    showings: ofGroup,
  }))
}

/** The Sunday that begins the week of a date. */
function sundayOf(date: string): string {
  return addDays(date, -weekdayOf(date))
}
