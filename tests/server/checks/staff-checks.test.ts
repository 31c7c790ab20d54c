import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { createContext } from 'astro/middleware'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#lib/contract/endpoint.ts'
import { accept } from '#lib/domain/result.ts'
import { EVERYTHING, type Reach } from '#lib/domain/staff/reach.ts'
import { permissionsOf, ROLES, type RoleTerms } from '#lib/domain/staff/roles.ts'
import { serve, staffOfCall } from '#lib/server/calls/serve.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { cookieNames } from '#lib/server/platform/http/cookie-names.ts'
import { staffFromTerminal } from '#lib/server/staff/cli.ts'
import { auditFor } from '#lib/server/staff/people/audit-list.ts'
import { addHouseKey } from '#lib/server/staff/outside/house-keys.ts'
import { changeAccount } from '#lib/server/staff/people/change-account.ts'
import { giveLink } from '#lib/server/staff/people/invite.ts'
import { actOnPerson, changeRole, invite, type OwnerAsk } from '#lib/server/staff/people/manage-people.ts'
import { staffFor } from '#lib/server/staff/people/people.ts'
import { endOwnSession, ownSessions } from '#lib/server/staff/people/staff-sessions.ts'
import type { StaffAsk } from '#lib/server/staff/session/open-session.ts'
import { noteStaffAct } from '#lib/server/staff/session/staff-audit.ts'
import { acceptInvitation, guestOf } from '#lib/server/staff/sign-in/accept-invitation.ts'
import { waitsForCode } from '#lib/server/staff/sign-in/staff-code.ts'
import { hashOfRecoveryCode, useRecoveryCode, useStep } from '#lib/server/staff/sign-in/totp.ts'
import { staffOf } from '#lib/server/staff/session/staff-session.ts'
import { cookiesOf } from '#tests/support/checks/people.ts'
import { STAFF_CHECKS } from '#tests/support/checks/staff-checks.ts'
import { testChecks } from '#tests/support/checks/test-checks.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { askExport } from '#tests/support/staff/ask-staff.ts'
import { ofPages, pageContext } from '#tests/support/staff/ask-page.ts'
import { aStaffMember, type StaffPerson } from '#tests/support/staff/staff.ts'

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

/** Somebody whose second factor is set up and was never used. */
async function withFactor(): Promise<StaffPerson> {
  const member = await aStaffMember()
  await database().query('UPDATE staff SET totp_secret = $2 WHERE staff_id = $1', [member.staffId, Buffer.from('any')])
  return member
}

/** The secret of a link that was used. */
async function usedLink(staffId?: number): Promise<string> {
  const token = await giveLink(database(), staffId ?? (await aStaffMember()).staffId, null)
  await database().query('UPDATE staff_invitation SET used_at = now()')
  return token
}

function askWith(cookie: string): StaffAsk {
  const request = new Request('http://127.0.0.1/PRES-live', { headers: { cookie } })
  return { request, cookies: cookiesOf({ cookie }), source: { caller: null, network: null }, uuid: randomUUID() }
}

async function anOwner(businessIds: readonly number[] | null): Promise<OwnerAsk> {
  const { cookie } = await aStaffMember({ role: 'owner', businessIds })
  const owner = await staffOf(cookiesOf({ cookie }))
  if (!owner) throw new Error('The owner is not let in.')
  return { ...askWith(cookie), owner, locale: 'he' }
}

/** Who manages people and reservations of the whole house, and may do nothing else. */
async function aClerk(): Promise<OwnerAsk> {
  await database().query(`INSERT INTO staff_role (role, permissions) VALUES ('clerk', '{268,270}') ON CONFLICT DO NOTHING`)
  const ask = await anOwner(null)
  await database().query(`UPDATE staff SET role = 'clerk' WHERE staff_id = $1`, [ask.owner.staffId])
  return { ...ask, owner: { ...ask.owner, permissions: permissionsOf([268, 270]) } }
}

/** What a role may do, by numbers, and to what it limits its accounts. */
const terms = (numbers: readonly number[], limits: Partial<Reach> = {}): RoleTerms => ({
  ...EVERYTHING,
  ...limits,
  permissions: permissionsOf(numbers),
})

/** A role of this test alone. */
async function aRole(numbers: readonly number[], businessIds: readonly number[] | null): Promise<string> {
  const role = randomUUID()
  await database().query('INSERT INTO staff_role (role, permissions, business_ids) VALUES ($1, $2, $3)', [role, numbers, businessIds])
  return role
}

/** A form that another site's page sends. */
function foreignForm(cookie: string, fields: string): object {
  const headers = { cookie, 'sec-fetch-site': 'cross-site' }
  const request = new Request('http://127.0.0.1/PRES-live', { method: 'POST', headers, body: new URLSearchParams(fields) })
  const locals = { locale: 'he', visitor: { uuid: randomUUID(), proof: 'cookie' } }
  return { request, cookies: cookiesOf({ cookie }), clientAddress: '127.0.0.1', locals, url: new URL(request.url) }
}

testChecks(
  STAFF_CHECKS,
  {
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
    'a code is given in the browser of the password': async () => {
      await aStaffMember({ isOpen: false })
      return (await waitsForCode({ cookies: cookiesOf({ cookie: `${cookieNames().staff}=a-guess` }) })) !== undefined
    },
    'a code of the app counts once': async () => {
      const { staffId } = await withFactor()
      await useStep(database(), staffId, 1000)
      return useStep(database(), staffId, 1000)
    },
    'a recovery code counts once': async () => {
      const { staffId } = await withFactor()
      const hash = hashOfRecoveryCode('ABCDE-12345') ?? Buffer.alloc(0)
      await database().query('UPDATE staff SET recovery_hashes = ARRAY[$2::bytea] WHERE staff_id = $1', [staffId, hash])
      await useRecoveryCode(database(), staffId, hash)
      return useRecoveryCode(database(), staffId, hash)
    },
    'a link is shown while it works': async () => (await guestOf(await usedLink())) !== undefined,
    'a link is used once': async () => {
      const member = await aStaffMember()
      const done = await acceptInvitation(askWith(member.cookie), await usedLink(member.staffId), 'nine wide doors open')
      return done.ok
    },
    'own sessions are ended': async () => {
      const [mine, others] = [await aStaffMember(), await aStaffMember()]
      const session = (await ownSessions(askWith(others.cookie), others.staffId))[0]?.sessionId ?? ''
      return (await endOwnSession(askWith(mine.cookie), mine.staffId, session)).ok
    },
    'owners see whom they may manage': async () => {
      const [owner, stranger] = [await anOwner([1]), await aStaffMember({ businessIds: [2] })]
      return (await staffFor(owner.owner)).some(({ staffId }) => staffId === stranger.staffId)
    },
    'owners give out what they have': async () => {
      const person = { firstName: 'נועה', lastName: 'ברק', role: 'owner', businessIds: 'all', featureIds: 'all' } as const
      return (await invite(await anOwner([1]), { ...person, email: `${randomUUID()}@house.example` })).ok
    },
    'owners give out roles that they have': async () => {
      const person = { firstName: 'נועה', lastName: 'ברק', role: 'owner', businessIds: [1], featureIds: 'all' } as const
      return (await invite(await aClerk(), { ...person, email: `${randomUUID()}@house.example` })).ok
    },
    'owners act on those whose role they have': async () => {
      const { staffId } = await aStaffMember({ role: 'owner', businessIds: [1] })
      return (await actOnPerson(await aClerk(), 'endSessions', staffId)).ok
    },
    'a role is changed by who manages the whole house': async () => (await changeRole(await anOwner([1]), randomUUID(), terms([266]))).ok,
    'nobody makes a role of more than they have': async () => (await changeRole(await aClerk(), randomUUID(), terms([269]))).ok,
    'ready-made roles stay as they are': async () => {
      const isChanged = (await changeRole(await anOwner(null), 'gate', terms([266]))).ok
      await database().query(`UPDATE staff_role SET permissions = '{}', is_ready_made = true WHERE role = 'gate'`)
      return isChanged
    },
    'a role limits what its accounts see': async () => {
      const [member, role] = [await aStaffMember({ businessIds: [1, 2] }), await aRole([266], [2, 3])]
      await database().query('UPDATE staff SET role = $2 WHERE staff_id = $1', [member.staffId, role])
      const seen = (await staffOf(cookiesOf({ cookie: member.cookie })))?.businessIds
      return seen !== undefined && seen !== 'all' && seen.includes(1)
    },
    'nobody gives out a role that sees more than they do': async () => {
      const { staffId } = await aStaffMember({ businessIds: [1] })
      const wanted = { role: await aRole([266], [1, 2]), businessIds: [1], featureIds: 'all' } as const
      return (await changeAccount(await anOwner([1]), staffId, wanted)).ok
    },
    'owners change accounts that they may manage': async () => {
      const { staffId } = await aStaffMember({ businessIds: [2] })
      return (await changeAccount(await anOwner([1]), staffId, { role: 'gate', businessIds: [1], featureIds: 'all' })).ok
    },
    'owners give accounts what they see': async () => {
      const { staffId } = await aStaffMember({ businessIds: [1] })
      return (await changeAccount(await anOwner([1]), staffId, { role: 'producer', businessIds: [1, 2], featureIds: 'all' })).ok
    },
    'an owner is left': async () => {
      const ask = await anOwner(null)
      await database().query(`UPDATE staff SET password_hash = CASE staff_id WHEN $1 THEN 'any' END`, [ask.owner.staffId])
      return (await changeAccount(ask, ask.owner.staffId, { role: 'gate', ...EVERYTHING })).ok
    },
    'a page is of its permission': async () => {
      const open = await ofPages<(context: object) => Promise<{ status: number }>>('PRES-live/staff/_people.ts', 'openPeople')
      return (await open(pageContext(await aStaffMember(), '/PRES-live/staff'))).status === 200
    },
    'owners do not close their own account': async () => {
      const ask = await anOwner(null)
      return (await actOnPerson(ask, 'close', ask.owner.staffId)).ok
    },
    'owners read of whom they may manage': async () => {
      const [{ owner }, stranger] = [await anOwner([1]), await aStaffMember({ businessIds: [2] })]
      await noteStaffAct(database(), { staffId: stranger.staffId, action: 'sign in', subject: '', address: null, device: '' })
      return (await auditFor({ owner, people: await staffFor(owner) })).lines.some(({ staffId }) => staffId === stranger.staffId)
    },
    'keys are of who manages the whole house': async () => {
      const wanted = { name: 'x', scopes: ['orders'], businessIds: 'all', days: 1 } as const
      return (await addHouseKey(await anOwner([1]), wanted)).ok
    },
    'the file of the log is of its permission': async () =>
      (await askExport(await aStaffMember(), 'screen=staffLog&as=csv')).status === 200,
    'staff sign in from our own pages': async () => {
      const { openDoor } = (await import(resolve('src/pages/PRES-live/_door.ts'))) as { openDoor: (context: object) => Promise<object> }
      const { cookie } = await aStaffMember()
      return 'goTo' in (await openDoor(foreignForm(cookie, 'act=signOut')))
    },
    'a password is set from our own pages': async () => {
      const { openInvitation } = (await import(resolve('src/pages/PRES-live/_invitation.ts'))) as {
        openInvitation: (context: object, token: string) => Promise<object>
      }
      const { staffId, cookie } = await aStaffMember()
      return (
        'goTo' in (await openInvitation(foreignForm(cookie, 'password=nine wide doors open'), await giveLink(database(), staffId, null)))
      )
    },
    'a role needs the permission of a call': async () => (await ask((await aStaffMember({ role: 'boxOffice' })).cookie))[0] === 200,
  },
  { 'a link is used once': 'a link is shown while it works' },
)

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

test.each([
  [
    ['--allocations', '2,3'],
    [2, 3],
  ],
  [[], null],
] as const)('the terminal says of which allocations somebody sells seats: %j', async (more, allocations) => {
  const email = `${randomUUID()}@house.example`
  const terminal = { say: () => undefined, complain: () => undefined }
  expect(await staffFromTerminal(['add', email, '--role', 'producer', '--businesses', '1', ...more], terminal)).toBe(0)
  const { rows } = await database().query<object>(
    'SELECT business_ids AS businesses, allocation_ids AS allocations FROM staff WHERE email = $1',
    [email],
  )
  expect(rows).toEqual([{ businesses: [1], allocations }])
})

test('the ready-made roles are rows, and a role of the own house counts at once for whoever has it', async () => {
  const { rows } = await database().query<{ role: string; permissions: number[] }>(
    'SELECT role, permissions FROM staff_role WHERE is_ready_made ORDER BY role',
  )
  expect(Object.fromEntries(rows.map(({ role, permissions }) => [role, permissions]))).toEqual(ROLES)
  const said: string[] = []
  const terminal = { say: (line: string) => void said.push(line), complain: (line: string) => void said.push(line) }
  const run = (...args: string[]) => staffFromTerminal(args, terminal)
  expect(await run('role', 'צוות ערב', '--permissions', '266,268')).toBe(0)
  const email = `${randomUUID()}@house.example`
  expect(await run('add', email, '--role', 'צוות ערב')).toBe(0)
  expect(await run('add', `${randomUUID()}@house.example`, '--role', 'king')).toBe(1)
  const member = await aStaffMember()
  await database().query(`UPDATE staff SET role = 'צוות ערב' WHERE staff_id = $1`, [member.staffId])
  const may = async () => [...((await staffOf(cookiesOf({ cookie: member.cookie })))?.permissions ?? [])]
  expect(await may()).toEqual([266, 268])
  const owner = await anOwner(null)
  expect(await changeRole(owner, 'צוות ערב', terms([268]))).toEqual({ ok: true, value: null })
  expect(await may()).toEqual([268])
  expect(await changeRole(owner, 'צוות ערב')).toMatchObject({ refusal: { code: 'ROLE_IN_USE' } })
  await run('roles')
  expect(said.at(-1)).toMatch(/accounts: \d/)
  expect([
    await run('role', 'gate', '--permissions', '266'),
    await run('delete-role', 'gate'),
    await run('role', 'x', '--permissions', '1'),
  ]).toEqual([1, 1, 2])
  expect([await run('role', 'זמני', '--permissions', '266'), await run('delete-role', 'זמני')]).toEqual([0, 0])
  const { rows: acts } = await database().query<{ action: string }>(
    `SELECT action FROM staff_audit WHERE action IN ('save role', 'delete role') AND subject IN ('צוות ערב', 'זמני') ORDER BY audit_id`,
  )
  expect(acts.map(({ action }) => action)).toEqual(['save role', 'save role', 'save role', 'delete role'])
})
