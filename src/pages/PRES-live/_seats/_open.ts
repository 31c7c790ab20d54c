import type { APIContext } from 'astro'
import { mayStaff, PERMISSIONS, type StaffMember } from '#lib/domain/staff/permissions.ts'
import { leaveDomain } from '#lib/server/orders/cart/producer-domain.ts'
import { readSeatSalesQuery, seatSalesFor, type SeatSales, type SeatSalesQuery } from '#lib/server/sales/screens/seat-sales.ts'
import { openDoor, type Door } from '../_door.ts'

/** The sale of seats by producers as it was opened: the sign-in, or the presentations to sell of. */
export interface OpenedSeats {
  readonly door: Door
  readonly member: StaffMember | undefined
  readonly query: SeatSalesQuery
  readonly list: SeatSales | undefined
  readonly status: number
}

type Context = Pick<APIContext, 'request' | 'locals' | 'cookies' | 'clientAddress' | 'url' | 'redirect' | 'rewrite'>

/** Opens the list for who is signed in; a sale that was begun before is over. Who may not sell seats, and shows that are not the member's, find no such page. */
export async function openSeatSales(context: Context): Promise<OpenedSeats | Response> {
  const { request, url } = context
  const door = await openDoor(context)
  if ('goTo' in door) return context.redirect(door.goTo, 303)
  const { member, status } = door
  const query = readSeatSalesQuery(url.searchParams)
  if (!member) return { door, member, query, list: undefined, status }
  const read = mayStaff(member, PERMISSIONS.producerSeats) ? await seatSalesFor(member, query) : undefined
  // As a plain request: the body of a form was read already.
  if (!read?.ok) return context.rewrite(new Request(new URL('/404', url), { headers: request.headers }))
  leaveDomain(context.cookies)
  return { door, member, query, list: read.value, status }
}
