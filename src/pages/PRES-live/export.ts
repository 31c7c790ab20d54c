import type { APIRoute } from 'astro'
import { mayStaff, PERMISSIONS, type StaffMember } from '#lib/domain/staff/permissions.ts'
import { privateFile } from '#lib/server/documents/drawing/document-files.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { EXPORT_TYPES, type ExportFormat } from '#lib/server/sales/files/row-file.ts'
import { exportTable } from '#lib/server/sales/screens/export-table.ts'
import { exportReservations, readReservationQuery } from '#lib/server/sales/screens/reservation-list.ts'
import type { Locale } from '#lib/text/locales.ts'
import { SCREENS } from '#lib/domain/sales/screens.ts'
import { readScreenQuery } from '#lib/server/sales/screens/screen-query.ts'
import { readScreen } from '#lib/server/sales/screens/screens.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { sourceOf } from '#lib/server/platform/http/limits/network.ts'
import { noteStaffAct, whenceOf, type Whence } from '#lib/server/staff/session/staff-audit.ts'
import { staffOf } from '#lib/server/staff/session/staff-session.ts'
import { textOf } from '#lib/text/text.ts'
import { logFile } from './staff/_log/log-file.ts'
import { readLogQuery } from './staff/_query.ts'

const nothing = (status: number) => new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })

/** Who takes a file, and from where: each stands in the log of staff. */
interface Taker extends Whence {
  readonly member: StaffMember
}

async function fileFor(
  { member, address, device }: Taker,
  file: ReadableStream<Uint8Array>,
  { name, format }: { readonly name: string; readonly format: ExportFormat },
): Promise<Response> {
  await noteStaffAct(database(), { staffId: member.staffId, action: 'export', subject: name, address, device })
  return privateFile(file, EXPORT_TYPES[format], name)
}

/** The rows that are wanted, and how they are written. */
interface WantedFile {
  readonly params: URLSearchParams
  readonly format: ExportFormat
  readonly locale: Locale
}

async function reservationsFile(taker: Taker, { params, format, locale }: WantedFile): Promise<Response> {
  const { member } = taker
  if (!mayStaff(member, PERMISSIONS.reservations)) return nothing(404)
  const made = await exportReservations(member, readReservationQuery(params), { format, locale, t: textOf(locale) })
  if (!made.ok) return nothing(statusOf(made.refusal.code))
  const { file, days } = made.value
  return fileFor(taker, file, { name: `reservations-${days.from}-${days.to}.${format}`, format })
}

async function staffLogFile(taker: Taker, { params, format, locale }: WantedFile): Promise<Response> {
  const { member } = taker
  if (!mayStaff(member, PERMISSIONS.people)) return nothing(404)
  return fileFor(taker, await logFile(member, readLogQuery(params), { format, locale }), { name: `staff-log.${format}`, format })
}

/** A table of a screen as a file, with the same query as the screen. Who may not see it finds nothing. */
export const GET: APIRoute = async ({ cookies, locals: { locale }, url, request, clientAddress }) => {
  const { searchParams: params } = url
  const member = await staffOf(cookies)
  if (!member) return nothing(401)
  const taker = { member, ...whenceOf(sourceOf(request, clientAddress), request) }
  const format = (['csv', 'xlsx'] as const).find((one) => one === params.get('as'))
  if (format && params.get('screen') === 'reservations') return reservationsFile(taker, { params, format, locale })
  if (format && params.get('screen') === 'staffLog') return staffLogFile(taker, { params, format, locale })
  const name = SCREENS.find((one) => one === params.get('screen'))
  if (!name || !format || !mayStaff(member, PERMISSIONS.reports)) return nothing(404)
  const read = await readScreen({ name, member, query: readScreenQuery(params), locale })
  if (!read.ok) return nothing(statusOf(read.refusal.code))
  const { days, tables } = read.value
  const table = tables.find(({ id }) => id === params.get('table'))
  if (!table) return nothing(404)
  return fileFor(taker, exportTable(table, format, locale), { name: `${table.id}-${days.from}-${days.to}.${format}`, format })
}
