import { PERMISSIONS, type StaffMember } from '#lib/domain/staff/permissions.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { type ScreenName } from '#lib/domain/sales/screens.ts'
import { readScreenQuery, type ScreenQuery } from '#lib/server/sales/screens/screen-query.ts'
import { readScreen, type Screen } from '#lib/server/sales/screens/screens.ts'
import { textOf } from '#lib/text/text.ts'
import { noPage, openDoorFor, type Door, type PageContext } from '../_door.ts'

/** A screen of the numbers as it was opened: the sign-in, or the numbers, or why there are none. */
export interface OpenedSales {
  readonly door: Door
  readonly member: StaffMember | undefined
  readonly query: ScreenQuery
  readonly screen: Screen | undefined
  readonly problem: string | undefined
  readonly status: number
}

/** Opens a screen for who is signed in. Who may not see reports, and ids that are not the member's, find no such page. */
export async function openSales(context: PageContext, name: ScreenName): Promise<OpenedSales | Response> {
  const { url, locals } = context
  const door = await openDoorFor(context, PERMISSIONS.reports)
  if (door instanceof Response) return door
  const { member } = door
  const query = readScreenQuery(url.searchParams)
  if (!member) return { door, member, query, screen: undefined, problem: door.problem, status: door.status }
  const t = textOf(locals.locale)
  const read = await readScreen({ name, member, query, locale: locals.locale })
  if (read.ok) return { door, member, query, screen: read.value, problem: undefined, status: 200 }
  if (read.refusal.code === 'NOT_FOUND') return noPage(context)
  const { code, facts } = read.refusal
  return { door, member, query, screen: undefined, problem: t(`errors.${code}`, facts), status: statusOf(code) }
}
