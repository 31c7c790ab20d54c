import { holdsDoneOf, type HoldsDone } from '#layouts/parts/staff/holds-done.ts'
import { PERMISSIONS, type StaffMember } from '#lib/domain/staff/permissions.ts'
import { leaveDomain } from '#lib/server/orders/cart/producer-domain.ts'
import { readSeatSalesQuery, seatSalesFor, type SeatSales, type SeatSalesQuery } from '#lib/server/sales/screens/seat-sales.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { textOf } from '#lib/text/text.ts'
import { noPage, openDoorFor, type Door, type PageContext } from '../_door.ts'
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

/** Opens the list for who is signed in, or takes one of its forms and those of the map; a sale that was begun before is over. Who may not sell seats, and shows that are not the member's, find no such page. */
export async function openSeatSales(context: PageContext): Promise<OpenedSeats | Response> {
  const { url } = context
  const door = await openDoorFor(context, PERMISSIONS.producerSeats)
  if (door instanceof Response) return door
  const { member, status } = door
  const query = readSeatSalesQuery(url.searchParams)
  if (!member) return { door, member, query, list: undefined, status }
  const read = await seatSalesFor(member, query)
  if (!read.ok) return noPage(context)
  const acted = door.sent && (await actOnSeats({ ask: door.ask, member, sent: door.sent, path: url.pathname }))
  if (acted?.ok) return context.redirect(acted.value, 303)
  leaveDomain(context.cookies)
  const opened = { door, member, query, list: read.value, done: holdsDoneOf(url), status }
  if (!acted) return opened
  const { code, facts } = acted.refusal
  return { ...opened, problem: textOf(context.locals.locale)(`errors.${code}`, facts), status: statusOf(code) }
}
