import { refuse, accept, type Result } from '#lib/domain/result.ts'
import { addDays } from '#lib/domain/time/days.ts'

/** What the dates of a report are: of presentations, or of the transactions that sold or gave back (decision 34). */
export const DATE_TYPES = { presentation: 1, transaction: 2 } as const
export type DateType = (typeof DATE_TYPES)[keyof typeof DATE_TYPES]

/** Business days, both included, YYYY-MM-DD. */
export interface Days {
  readonly from: string
  readonly to: string
}

export interface RangeQuery {
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly dateType?: DateType | undefined
  /** Narrow the transactions, whatever the other dates mean. */
  readonly transactionBusinessStartDate?: string | undefined
  readonly transactionBusinessEndDate?: string | undefined
}

/** What a report is about; a bound that is undefined is none. */
export interface SalesRange {
  readonly presentations: Days | undefined
  readonly transactions: Days | undefined
}

const FIRST_DATE = '1900-01-01'
const DATES = ['startDate', 'endDate', 'transactionBusinessStartDate', 'transactionBusinessEndDate'] as const

/**
 * The range that a report asks for; by default transactions from one month ago until today (spec §9).
 * Refusal: BAD_REQUEST if a range ends before it begins, or a date is of before 1900, when nothing was sold.
 * @param today the business day of now
 */
export function rangeOf(asked: RangeQuery, today: string): Result<SalesRange> {
  const tooEarly = DATES.find((field) => (asked[field] ?? FIRST_DATE) < FIRST_DATE)
  if (tooEarly) return refuse('BAD_REQUEST', { field: tooEarly })
  const days = daysOf(asked.startDate, asked.endDate, today)
  const business = businessDaysOf(asked, today)
  const ofPresentations = asked.dateType === DATE_TYPES.presentation
  if (days.from > days.to) return refuse('BAD_REQUEST', { field: 'endDate' })
  if (business && business.from > business.to) return refuse('BAD_REQUEST', { field: 'transactionBusinessEndDate' })
  if (ofPresentations) return accept({ presentations: days, transactions: business })
  return accept({ presentations: undefined, transactions: business ? bothOf(days, business, asked) : days })
}

/** Whether a business day is in the range. */
export function isWithin(day: string, days: Days | undefined): boolean {
  return days === undefined || (day >= days.from && day <= days.to)
}

function daysOf(start: string | undefined, end: string | undefined, today: string): Days {
  if (start !== undefined) return { from: start, to: end ?? (start > today ? start : today) }
  const to = end ?? today
  return { from: monthBefore(to), to }
}

/** Business dates without a beginning are from the first one on, those without an end go on until today: nothing was sold on others. */
function businessDaysOf(
  { transactionBusinessStartDate: start, transactionBusinessEndDate: end }: RangeQuery,
  today: string,
): Days | undefined {
  if (start === undefined && end === undefined) return undefined
  const from = start ?? FIRST_DATE
  return { from, to: end ?? (from > today ? from : today) }
}

/** Without dates of its own a report has those of business days; else only what is in both. */
function bothOf(days: Days, business: Days, { startDate, endDate }: RangeQuery): Days {
  if (startDate === undefined && endDate === undefined) return business
  return { from: days.from > business.from ? days.from : business.from, to: days.to < business.to ? days.to : business.to }
}

/** The same day of the month before, or its last one if it has none. @param date YYYY-MM-DD */
function monthBefore(date: string): string {
  const lastOfBefore = addDays(`${date.slice(0, 7)}-01`, -1)
  const same = `${lastOfBefore.slice(0, 7)}${date.slice(7)}`
  return same < lastOfBefore ? same : lastOfBefore
}
