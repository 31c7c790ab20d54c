import type { MenuItem } from '#lib/domain/staff/menu.ts'

/** Where the area of staff begins, and its older, plain form. */
export const HOME = '/PRES-live'
export const PLAIN_HOME = '/PRES-live-v1'

/** Where the items of the producers' menu lead. */
export const MENU_PAGES: Readonly<Record<MenuItem['id'], string>> = {
  reports: `${HOME}/reports`,
  seats: `${HOME}/seats`,
  reservations: `${HOME}/reservations`,
}

/** The same in the plain form of the area. */
const PLAIN_PAGES: typeof MENU_PAGES = {
  reports: `${PLAIN_HOME}/reports`,
  seats: `${PLAIN_HOME}/seats`,
  reservations: `${PLAIN_HOME}/reservations`,
}

/** Where an item leads from one of the two forms of the area. */
export function menuPage(id: MenuItem['id'], home: string): string {
  return (home === PLAIN_HOME ? PLAIN_PAGES : MENU_PAGES)[id]
}
