import type { APIContext } from 'astro'
import { holdsDoneOf, type HoldsDone } from '#layouts/parts/staff/holds-done.ts'
import { mayStaff, PERMISSIONS, type StaffMember } from '#lib/domain/staff/permissions.ts'
import { leaveDomain } from '#lib/server/orders/cart/producer-domain.ts'
import { readSeatSalesQuery, seatSalesFor, type SeatSales, type SeatSalesQuery } from '#lib/server/sales/screens/seat-sales.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { textOf } from '#lib/text/text.ts'
import { openDoor, type Door } from '../_door.ts'
import { actOnSeats } from './_acts.ts'

/** The sale of seats by producers as it was opened: the sign-in, or the presentations to sell of. */
export interface OpenedSeats {
  readonly door: Door
  readonly member: StaffMember | undefined
  readonly query: SeatSalesQuery
  readonly list: SeatSales | undefined
  /** What a form did before. */
  readonly done?: HoldsDone | undefined
  /** Why a form was refused. */
  readonly problem?: string
  readonly status: number
}

type Context = Pick<APIContext, 'request' | 'locals' | 'cookies' | 'clientAddress' | 'url' | 'redirect' | 'rewrite'>

/** Opens the list for who is signed in, or takes one of its forms and those of the map; a sale that was begun before is over. Who may not sell seats, and shows that are not the member's, find no such page. */
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
  const acted = door.sent && (await actOnSeats({ ask: door.ask, member, sent: door.sent, path: url.pathname }))
  if (acted?.ok) return context.redirect(acted.value, 303)
  leaveDomain(context.cookies)
  const opened = { door, member, query, list: read.value, done: holdsDoneOf(url), status }
  if (!acted) return opened
  const { code, facts } = acted.refusal
  return { ...opened, problem: textOf(context.locals.locale)(`errors.${code}`, facts), status: statusOf(code) }
}
