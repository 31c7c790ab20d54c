import { database } from '#lib/server/platform/db/connect.ts'

/** The permission to sell as a producer (spec §6). */
const SELLS_SEATS = 267

interface StaffRow {
  readonly permissions?: unknown
}

/** Whether the visitor's session belongs to staff who may sell as a producer. Only the session decides. */
export async function isProducer(uuid: string): Promise<boolean> {
  const { rows } = await database().query<{ preslive: StaffRow | null }>({
    name: 'staff-of-session',
    text: 'SELECT preslive FROM session WHERE uuid = $1',
    values: [uuid],
  })
  const permissions = rows[0]?.preslive?.permissions
  return Array.isArray(permissions) && permissions.includes(SELLS_SEATS)
}
