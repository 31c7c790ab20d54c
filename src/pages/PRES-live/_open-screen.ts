import { SCREENS, type ScreenName } from '#lib/domain/sales/screens.ts'
import { openReferences, type OpenedReferences } from './_references/_open.ts'
import { openReservations, type OpenedReservations } from './_reservations/_open.ts'
import { SCREEN_PATHS } from './_sales/_screen-paths.ts'
import { openSales, type OpenedSales } from './_sales/_open.ts'
import { openSeatSales, type OpenedSeats } from './_seats/_open.ts'

/** A screen of the area by its kind, as it was opened: the sign-in, or what it shows. */
export type OpenedScreen =
  | { readonly kind: 'sales'; readonly name: ScreenName; readonly opened: OpenedSales }
  | { readonly kind: 'references'; readonly opened: OpenedReferences }
  | { readonly kind: 'reservations'; readonly opened: OpenedReservations }
  | { readonly kind: 'seats'; readonly opened: OpenedSeats }

type Context = Parameters<typeof openReservations>[0]

/** Opens the screen at an address below the area's home; what is no screen, and what the member may not see, is no page. @param path without the home, as `reports` */
export async function openScreen(context: Context, path: string | undefined): Promise<OpenedScreen | Response> {
  const screen = await screenAt(context, path)
  if (!screen) return context.rewrite('/404')
  return screen.opened instanceof Response ? screen.opened : (screen as OpenedScreen)
}

async function screenAt(context: Context, path: string | undefined) {
  switch (path) {
    case 'references':
      return { kind: path, opened: await openReferences(context) }
    case 'reservations':
      return { kind: path, opened: await openReservations(context) }
    case 'seats':
      return { kind: path, opened: await openSeatSales(context) }
    default: {
      const name = SCREENS.find((one) => SCREEN_PATHS[one] === `/${String(path)}`)
      return name && { kind: 'sales' as const, name, opened: await openSales(context, name) }
    }
  }
}
