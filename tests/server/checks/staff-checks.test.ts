import { createContext } from 'astro/middleware'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#lib/contract/endpoint.ts'
import { accept } from '#lib/domain/result.ts'
import { serve, staffOfCall } from '#lib/server/calls/serve.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { staffOf } from '#lib/server/staff/session/staff-session.ts'
import { cookiesOf } from '#tests/support/checks/people.ts'
import { STAFF_CHECKS } from '#tests/support/checks/staff-checks.ts'
import { testChecks } from '#tests/support/checks/test-checks.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { aStaffMember } from '#tests/support/staff/staff.ts'

beforeAll(freshDatabase)

async function isLetIn({ cookie }: { readonly cookie: string }): Promise<boolean> {
  return (await staffOf(cookiesOf({ cookie }))) !== undefined
}

const reports = endpoint({
  method: 'GET',
  path: '/PRES-live/trial',
  summary: 'A trial.',
  staff: 266,
  answer: z.object({ staffId: z.number() }),
})

/** @returns the status of a call that needs the permission of reports, and its JSON */
async function ask(cookie = ''): Promise<readonly [number, unknown]> {
  const request = new Request('http://127.0.0.1/api/PRES-live/trial', { headers: { cookie } })
  const locals: App.Locals = { locale: 'he', requestId: '', visitor: undefined, said: undefined }
  const route = serve(reports, (asked) => Promise.resolve(accept({ staffId: staffOfCall(asked).staffId })))
  const answer = await route(createContext({ request, defaultLocale: 'he', clientAddress: '127.0.0.1', locals }))
  return [answer.status, await answer.json()]
}

testChecks(STAFF_CHECKS, {
  'staff are known by their own secret': async () => {
    const { cookie } = await aStaffMember()
    return isLetIn({ cookie: `${cookie}x` })
  },
  'staff give their second factor': async () => isLetIn(await aStaffMember({ isOpen: false })),
  'a session of staff ends': async () => {
    const member = await aStaffMember()
    await database().query(`UPDATE staff_session SET last_seen_at = now() - interval '31 minutes' WHERE staff_id = $1`, [member.staffId])
    return isLetIn(member)
  },
  'who left is not let in': async () => {
    const member = await aStaffMember()
    await database().query('UPDATE staff SET disabled_at = now() WHERE staff_id = $1', [member.staffId])
    return isLetIn(member)
  },
  'a role needs the permission of a call': async () => (await ask((await aStaffMember({ role: 'boxOffice' })).cookie))[0] === 200,
})

test('a call of staff is answered by the permission that its contract names: 401, 403 and 200', async () => {
  const member = await aStaffMember()
  expect(await ask()).toEqual([401, expect.objectContaining({ error: 'NOT_SIGNED_IN' })])
  expect(await ask((await aStaffMember({ role: 'gate' })).cookie)).toEqual([403, expect.objectContaining({ error: 'STAFF_NOT_ALLOWED' })])
  expect(await ask(member.cookie)).toEqual([200, { staffId: member.staffId }])
})

test.each([
  ['is idle for 30 minutes', `last_seen_at = now() - interval '30 minutes'`, false],
  ['was used 29 minutes ago', `last_seen_at = now() - interval '29 minutes'`, true],
  ['is 12 hours old', `created_at = now() - interval '12 hours'`, false],
  ['is nearly 12 hours old', `created_at = now() - interval '719 minutes'`, true],
])('a session of staff that %s', async (_what, change, isAlive) => {
  const member = await aStaffMember()
  await database().query(`UPDATE staff_session SET ${change} WHERE staff_id = ${String(member.staffId)}`)
  expect(await isLetIn(member)).toBe(isAlive)
})
