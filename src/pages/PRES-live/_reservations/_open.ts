import { PERMISSIONS, type StaffMember } from '#lib/domain/staff/permissions.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { lastActOf, type LastAct } from '#lib/server/sales/acts/last-act.ts'
import {
  readReservationQuery,
  reservationList,
  type ReservationList,
  type ReservationQuery,
} from '#lib/server/sales/screens/reservation-list.ts'
import { textOf } from '#lib/text/text.ts'
import { doneAt, noPage, openDoorFor, type Door, type PageContext } from '../_door.ts'
import { actOnReservation, type Acted, type Asked } from './_acts.ts'

/** The reservations of producers as they were opened: the sign-in, or the list with what is asked before an act or was done by it. */
export interface OpenedReservations {
  readonly door: Door
  readonly member: StaffMember | undefined
  readonly query: ReservationQuery
  readonly list: ReservationList | undefined
  readonly asked: Asked | undefined
  readonly done: LastAct | undefined
  /** The reference of a new voucher, which is told at this moment only. */
  readonly credit: string | undefined
  readonly problem: string | undefined
  readonly status: number
}

/** Opens the list for who is signed in, or takes one of its forms. Who may not act on reservations, and ids that are not the member's, find no such page. */
export async function openReservations(context: PageContext): Promise<OpenedReservations | Response> {
  const { url, locals } = context
  const door = await openDoorFor(context, PERMISSIONS.reservations)
  if (door instanceof Response) return door
  const { member, sent } = door
  const query = readReservationQuery(url.searchParams)
  const nothing = { list: undefined, asked: undefined, done: undefined, credit: undefined }
  if (!member) return { ...nothing, door, member, query, problem: door.problem, status: door.status }
  const act = sent && (await actOnReservation(door.ask, { member, sent, locale: locals.locale }))
  if (act?.kind === 'done' && act.credit === undefined) return context.redirect(doneAt(url), 303)
  const read = await reservationList(member, query)
  if (!read.ok && read.refusal.code === 'NOT_FOUND') return noPage(context)
  const refusal = act?.kind === 'refused' ? act.refusal : read.ok ? undefined : read.refusal
  const problem = refusal && textOf(locals.locale)(`errors.${refusal.code}`, refusal.facts)
  const status = refusal ? statusOf(refusal.code) : 200
  return { status, ...(await shownOf(act, member, url)), door, member, query, list: read.ok ? read.value : undefined, problem }
}

/** What an act has to show: its question, or what came of it; of none what came of the act before. */
async function shownOf(act: Acted | undefined, member: StaffMember, url: URL) {
  const isDone = act ? act.kind === 'done' : url.searchParams.has('done')
  return {
    asked: act?.kind === 'asked' ? act.asked : undefined,
    done: isDone ? await lastActOf(member) : undefined,
    credit: act?.kind === 'done' ? act.credit : undefined,
    ...(act?.kind === 'asked' && { status: act.asked.status }),
  }
}
