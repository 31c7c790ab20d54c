import type { MenuItem } from '#lib/domain/staff/menu.ts'

/** Where the items of the producers' menu lead; undefined: the page does not stand yet, and the item is no link. */
export const MENU_PAGES: Readonly<Record<MenuItem['id'], string | undefined>> = {
  reports: undefined,
  seats: undefined,
  reservations: undefined,
}
