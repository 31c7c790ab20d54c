import type { ScreenName } from '#lib/domain/sales/screens.ts'

/** Where the screens stand below the area's home: as the calls that answer their numbers, where there is one. */
export const SCREEN_PATHS: Readonly<Record<ScreenName, string>> = {
  reports: '/reports',
  locations: '/locationTicketSales',
  features: '/featureTicketSales',
  monitor: '/monitor',
}

/** An address with some fields of the query changed; empty ones are left out. */
export function addressWith(url: URL, path: string, changed: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams([...url.searchParams].filter(([name, value]) => value !== '' && !(name in changed)))
  for (const [name, value] of Object.entries(changed)) if (value !== '') query.set(name, value)
  return query.size === 0 ? path : `${path}?${query.toString()}`
}
