import { isDay } from '#lib/domain/time/is-day.ts'
import type { DashboardQuery } from '#lib/server/sales/live/dashboard.ts'

/** What a screen is asked for; a field that makes no sense is as if it was left out. */
export interface ScreenQuery extends DashboardQuery {
  /** A business day. */
  readonly date?: string | undefined
  /** Features: a row for each location, which is the default. */
  readonly isByLocation: boolean
  /** Part of a name. */
  readonly find: string
  /** As `readSorting` reads it. */
  readonly sort: string
  /** A table of which not only the first rows are shown. */
  readonly all: string
}

export function readScreenQuery(params: URLSearchParams): ScreenQuery {
  const dates = ['startDate', 'endDate', 'date', 'transactionBusinessStartDate', 'transactionBusinessEndDate'] as const
  const ids = ['featureId', 'locationId'] as const
  return {
    ...Object.fromEntries(dates.map((name) => [name, dateIn(params, name)])),
    ...Object.fromEntries(ids.map((name) => [name, idIn(params, name)])),
    dateType: params.get('dateType') === '1' ? 1 : 2,
    isByLocation: params.get('isByLocation') !== '0',
    find: (params.get('find') ?? '').slice(0, 100),
    sort: params.get('sort') ?? '',
    all: params.get('all') ?? '',
  }
}

/** A date (YYYY-MM-DD) of a query; undefined: there is none. */
export function dateIn(params: URLSearchParams, name: string): string | undefined {
  const text = params.get(name) ?? ''
  return /^(?:19|20)/.test(text) && isDay(text) ? text : undefined
}

/** A number of a query; undefined: there is none. */
export function idIn(params: URLSearchParams, name: string): number | undefined {
  const text = params.get(name) ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}
