import type { AstroCookies } from 'astro'
import { database } from '#lib/server/platform/db/connect.ts'
import { staffSidHash } from './staff-session.ts'

/** Notes which visitor of the shop somebody of the staff is in this browser: seats that are kept for the one may be chosen by the other, until the session ends. */
export async function noteVisitor(cookies: AstroCookies, uuid: string): Promise<void> {
  await database().query({
    name: 'note-staff-visitor',
    text: 'UPDATE staff_session SET visitor = $2 WHERE sid_hash = $1 AND visitor IS DISTINCT FROM $2',
    values: [staffSidHash(cookies) ?? null, uuid],
  })
}
