import type { MenuItem } from '#lib/domain/staff/menu.ts'

/** Where the area of staff begins, and its older, plain form. */
export const HOME = '/PRES-live'
export const PLAIN_HOME = '/PRES-live-v1'

/** Where the items of the producers' menu lead; undefined: the page does not stand yet, and the item is no link. */
export const MENU_PAGES: Readonly<Record<MenuItem['id'], string | undefined>> = {
  reports: `${HOME}/reports`,
  seats: undefined,
  reservations: `${HOME}/reservations`,
}

/** Pages that have a plain form. */
const PLAIN_PAGES: Readonly<Partial<typeof MENU_PAGES>> = {
  reports: `${PLAIN_HOME}/reports`,
  reservations: `${PLAIN_HOME}/reservations`,
}

/** Where an item leads from one of the two forms of the area. */
export function menuPage(id: MenuItem['id'], home: string): string | undefined {
  return (home === PLAIN_HOME ? PLAIN_PAGES[id] : undefined) ?? MENU_PAGES[id]
}
