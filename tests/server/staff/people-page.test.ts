import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ROLES, type Role } from '#lib/domain/staff/roles.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { staffFromTerminal } from '#lib/server/staff/cli.ts'
import type { AuditPage } from '#lib/server/staff/people/audit-list.ts'
import { changeAccountOf } from '#lib/server/staff/people/change-account.ts'
import { reminderBody } from '#lib/server/staff/people/remind-of-factor.ts'
import { staffOf } from '#lib/server/staff/session/staff-session.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { cookiesOf } from '#tests/support/checks/people.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { askExport } from '#tests/support/staff/ask-staff.ts'
import { ofPages, pageContext } from '#tests/support/staff/ask-page.ts'
import { aStaffMember, type StaffPerson } from '#tests/support/staff/staff.ts'

interface Opened {
  readonly member?: object
  readonly page?: {
    readonly isDone: boolean
    readonly asked?: string
    readonly query: object
    readonly audit: AuditPage
    readonly problem?: string
    readonly typed?: { readonly act: string; readonly text: (name: string) => string }
    readonly chosenRole?: object
    readonly roles: readonly { readonly role: string }[]
    readonly people: readonly {
      readonly staffId: number
      readonly businessIds: unknown
      readonly own: object
      readonly isReminded: boolean
    }[]
  }
  readonly status: number
}

type Form = Readonly<Record<string, string>>

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
})
afterAll(checkInvariants)
let owner: StaffPerson
beforeEach(async () => {
  await database().query('UPDATE staff SET disabled_at = now()')
  owner = await withPassword({ role: 'owner', businessIds: null })
})

/** Somebody who can sign in by a password, and is signed in. */
async function withPassword(facts: Parameters<typeof aStaffMember>[0]): Promise<StaffPerson> {
  const person = await aStaffMember(facts)
  await database().query(`UPDATE staff SET password_hash = 'any' WHERE staff_id = $1`, [person.staffId])
  return person
}

async function openAt(who: Pick<StaffPerson, 'cookie'>, address: string, form?: Form): Promise<Opened | Response> {
  const isBroker = address.startsWith('/PRES-live/broker')
  const [file, name] = isBroker ? (['_broker.ts', 'openBroker'] as const) : (['staff/_people.ts', 'openPeople'] as const)
  const open = await ofPages<(context: object) => Promise<Opened | Response>>(`PRES-live/${file}`, name)
  return open(pageContext(who, address, form))
}

/** The page after a form that was refused, or as it is read. */
async function page(who: Pick<StaffPerson, 'cookie'>, query = '', form?: Form): Promise<Opened> {
  const opened = await openAt(who, `/PRES-live/staff${query}`, form)
  if (opened instanceof Response) throw new Error(`There is no page: ${String(opened.status)}.`)
  return opened
}

/** Where a form leads that was done. */
async function leadsTo(who: Pick<StaffPerson, 'cookie'>, form: Form): Promise<string | null> {
  const opened = await openAt(who, '/PRES-live/staff', form)
  return opened instanceof Response ? opened.headers.get('location') : String(opened.page?.problem)
}

const change = ({ staffId }: StaffPerson, role: string, businesses = '', features = '') => ({
  ...{ act: 'changeAccount', staffId: String(staffId), role, businesses, features },
})

async function seenBy({ cookie }: StaffPerson) {
  const member = await staffOf(cookiesOf({ cookie }))
  return member && { permissions: [...member.permissions], businessIds: member.businessIds, featureIds: member.featureIds }
}

/** What the page is asked for, and whom it shows. */
const QUERY = 'PRES-live/staff/_query.ts'
const DONE = '/PRES-live/staff?done=1'

test.each([
  ['/PRES-live/staff', 270],
  ['/PRES-live/broker', 269],
])('R6.17 %s is of permission %i: who has none finds no such page, who is not signed in the door', async (address, permission) => {
  for (const role of Object.keys(ROLES) as Role[]) {
    const isLetIn = (ROLES[role] as readonly number[]).includes(permission)
    const person = await aStaffMember({ role })
    expect([role, (await openAt(person, address)).status]).toEqual([role, isLetIn ? 200 : 404])
    if (!isLetIn) expect((await openAt(person, address, { act: 'close', staffId: String(owner.staffId) })).status).toBe(404)
  }
  expect(await openAt({ cookie: '' }, address)).toMatchObject({ member: undefined, page: undefined, status: 200 })
})

describe('the page of the staff', () => {
  test('says that a form was done until another one is refused, and keeps what was typed', async () => {
    expect((await page(owner, '?done')).page).toMatchObject({ isDone: true })
    const invitation = {
      act: 'invite',
      firstName: 'רות',
      lastName: 'שגיא',
      email: 'no address',
      role: 'gate',
      businesses: '1',
      features: '5',
    }
    for (const form of [invitation, { ...invitation, email: 'a@house.example', businesses: 'one' }]) {
      const { page: refused, status } = await page(owner, '?done', form)
      expect([status, refused?.isDone, refused?.problem]).toEqual([400, false, expect.stringMatching(/\S/)])
      expect(Object.keys(form).map((name) => refused?.typed?.text(name))).toEqual(Object.values(form))
    }
  })

  test.each([['businesses'], ['features']])('takes no %s that are missing or too long for no limit', async (name) => {
    const person = await aStaffMember({ businessIds: [1], featureIds: [5] })
    const without = Object.fromEntries(Object.entries(change(person, 'gate')).filter(([field]) => field !== name))
    for (const form of [without, { ...without, [name]: '1,'.repeat(2_000) }]) expect((await page(owner, '', form)).status).toBe(400)
    expect(await seenBy(person)).toMatchObject({ businessIds: [1], featureIds: [5] })
  })

  test('changes the role and the limits of an account at once, and notes what they were and are', async () => {
    const person = await aStaffMember({ role: 'producer', businessIds: [1] })
    expect(await leadsTo(owner, change(person, 'boxOffice', '2, 3', '5'))).toBe(DONE)
    expect(await seenBy(person)).toEqual({ permissions: [267, 268], businessIds: [2, 3], featureIds: [5] })
    expect(
      await cellOf(`SELECT facts FROM staff_audit WHERE staff_id = $1 AND action = 'change account' AND subject = $2`, [
        owner.staffId,
        String(person.staffId),
      ]),
    ).toEqual({
      ...{ before: { role: 'producer', businessIds: [1], featureIds: null } },
      ...{ role: 'boxOffice', businessIds: [2, 3], featureIds: [5] },
    })
    expect(await leadsTo(owner, change(person, 'owner'))).toBe(DONE)
    expect(await seenBy(person)).toMatchObject({ businessIds: 'all', featureIds: 'all' })
  })

  test('changes no account of others, gives out no more than the owner has, and keeps what was typed', async () => {
    await database().query(`INSERT INTO staff_role (role, permissions, business_ids) VALUES ('of two', '{266}', '{2}')`)
    const ofOne = await aStaffMember({ role: 'owner', businessIds: [1] })
    const [mine, others] = [await aStaffMember({ businessIds: [1] }), await aStaffMember({ businessIds: [2] })]
    expect((await page(ofOne)).page?.roles.map(({ role }) => role)).not.toContain('of two')
    for (const [form, status] of [
      [change(others, 'gate', '1'), 404],
      [change(mine, 'producer', '1, 2'), 404],
      [change(mine, 'producer'), 404],
      [change(mine, 'of two', '1'), 403],
      [change(mine, 'no role', '1'), 403],
      [{ ...change(mine, 'gate', '1'), staffId: 'x' }, 404],
    ] as const) {
      const { page: refused, status: answered } = await page(ofOne, '', form)
      expect([form, answered, refused?.typed?.text('businesses')]).toEqual([form, status, form.businesses])
    }
    expect([(await seenBy(mine))?.businessIds, (await seenBy(others))?.businessIds]).toEqual([[1], [2]])
    expect(await leadsTo(ofOne, change(mine, 'gate', '1'))).toBe(DONE)
  })

  test('invites nobody who sells seats of more allocations than the owner does', async () => {
    const limited = await aStaffMember({ role: 'owner', businessIds: null, allocationIds: [2, 3] })
    const soldBy = async (who: StaffPerson, email: string) => {
      const form = { act: 'invite', email, firstName: 'גיל', lastName: '', role: 'producer', businesses: '1', features: '' }
      expect(await leadsTo(who, form)).toBe(DONE)
      return cellOf('SELECT allocation_ids FROM staff WHERE email = $1', [email])
    }
    expect([await soldBy(limited, 'of-some@house.example'), await soldBy(owner, 'of-all@house.example')]).toEqual([[2, 3], null])
  })

  test('makes nobody a producer of more allocations than the owner’s by a change, and leaves an account its own', async () => {
    const limited = await aStaffMember({ role: 'owner', businessIds: null, allocationIds: [2, 3] })
    const soldBy = async (who: StaffPerson, person: StaffPerson) => {
      expect(await leadsTo(who, change(person, 'producer', '1'))).toBe(DONE)
      return (await staffOf(cookiesOf({ cookie: person.cookie })))?.allocationIds ?? 'all'
    }
    const [ofAll, ofOwn, another] = [await aStaffMember({ role: 'gate' }), await aStaffMember({ allocationIds: [7] }), await aStaffMember()]
    expect([await soldBy(limited, ofAll), await soldBy(limited, ofOwn), await soldBy(owner, another)]).toEqual([[2, 3], [7], 'all'])
    const facts = `SELECT facts ->> 'allocationIds' FROM staff_audit WHERE subject = $1 ORDER BY audit_id DESC LIMIT 1`
    expect([await cellOf(facts, [String(ofAll.staffId)]), await cellOf(facts, [String(ofOwn.staffId)])]).toEqual(['[2, 3]', null])
  })

  test('manages accounts by their own limits, whatever the role leaves of them, and of roles that the owner may give out', async () => {
    await database().query(
      `INSERT INTO staff_role (role, permissions, business_ids) VALUES ('of one', '{266}', '{1}'), ('of both', '{266}', '{1,2}')`,
    )
    const ofOne = await aStaffMember({ role: 'owner', businessIds: [1] })
    const people = await Promise.all([[1], [1, 2], [2], null].map((businessIds) => aStaffMember({ businessIds })))
    const listed = async () => {
      const all = (await page(ofOne)).page?.people.map(({ staffId }) => staffId)
      return people.map(({ staffId }) => all?.includes(staffId))
    }
    const give = (role: string) =>
      database().query('UPDATE staff SET role = $2 WHERE staff_id = ANY ($1)', [people.map(({ staffId }) => staffId), role])
    await give('of one')
    expect(await listed()).toEqual([true, false, false, false])
    await give('of both')
    expect(await listed()).toEqual([false, false, false, false])
  })

  test('makes a role that limits its accounts: they see what both allow, and the owner’s list says so', async () => {
    const role = { act: 'saveRole', roleName: 'הפקה של שתיים', permission: '266', businesses: '2, 3', features: '' }
    expect(await leadsTo(owner, role)).toBe(DONE)
    const person = await aStaffMember({ businessIds: [1, 2] })
    expect(await leadsTo(owner, change(person, role.roleName, '1, 2'))).toBe(DONE)
    expect(await seenBy(person)).toEqual({ permissions: [266], businessIds: [2], featureIds: 'all' })
    const listed = (await page(owner)).page?.people.find(({ staffId }) => staffId === person.staffId)
    expect(listed).toMatchObject({ businessIds: [2], own: { businessIds: [1, 2], featureIds: 'all' } })
    expect(await leadsTo(owner, { ...role, businesses: '3' })).toBe(DONE)
    expect(await seenBy(person)).toMatchObject({ businessIds: [] })
    expect(await cellOf(`SELECT facts FROM staff_audit WHERE action = 'save role' ORDER BY audit_id DESC LIMIT 1`)).toEqual({
      ...{ permissions: [266], businessIds: [3], featureIds: 'all' },
    })
    expect((await page(owner, '', { ...role, features: 'x' })).page?.typed?.text('features')).toBe('x')
    const chosen = async (name: string) => (await page(owner, `?ask=role&about=${encodeURIComponent(name)}`)).page?.chosenRole
    expect(await chosen(role.roleName)).toMatchObject({ role: role.roleName, businessIds: [3], featureIds: 'all' })
    expect([await chosen('owner'), await chosen('no role')]).toEqual([undefined, undefined])
  })
})

describe('a reminder of the second factor', () => {
  const MAILS = `SELECT coalesce(array_agg(recipient ORDER BY recipient), '{}') FROM outbox WHERE kind = 'staff reminder'`
  const remind = (who: StaffPerson) => openAt(who, '/PRES-live/staff', { act: 'remindFactor' })
  beforeEach(async () => {
    await database().query(`DELETE FROM outbox WHERE kind = 'staff reminder'`)
  })

  test('goes to everybody who signs in by a password alone, once a day, and is noted for each', async () => {
    const [one, safe] = [await withPassword({ role: 'gate' }), await withPassword({ role: 'boxOffice' })]
    await database().query(`UPDATE staff SET totp_secret = '', totp_step = 1 WHERE staff_id = $1`, [safe.staffId])
    const invited = await aStaffMember({ role: 'gate' })
    expect(await remind(owner)).toMatchObject({ status: 303 })
    expect(await cellOf(MAILS)).toEqual([one.email, owner.email].toSorted())
    expect((await page(owner, '', { act: 'remindFactor' })).status).toBe(404)
    expect(await cellOf(MAILS)).toHaveLength(2)
    const noted = `SELECT array_agg(subject ORDER BY subject) FROM staff_audit WHERE action = 'remind of second factor' AND staff_id = $1`
    expect(await cellOf(noted, [owner.staffId])).toEqual([one, owner].map(({ staffId }) => String(staffId)).toSorted())
    const reminded = (await page(owner)).page?.people.filter(({ isReminded }) => isReminded).map(({ staffId }) => staffId)
    expect(reminded?.toSorted()).toEqual([one.staffId, owner.staffId].toSorted())
    expect(await cellOf(`SELECT count(*)::int FROM outbox WHERE recipient = $1`, [invited.email])).toBe(0)
    await database().query(`UPDATE staff_audit SET at = at - interval '25 hours' WHERE action = 'remind of second factor'`)
    expect(await remind(owner)).toMatchObject({ status: 303 })
  })

  test('goes to nobody twice if two owners ask at once', async () => {
    const other = await withPassword({ role: 'owner', businessIds: null })
    await Promise.all([remind(owner), remind(other)])
    expect(await cellOf(MAILS)).toEqual([owner.email, other.email].toSorted())
  })

  test('goes to nobody whom the owner may not manage, and is not for others than owners', async () => {
    const ofOne = await withPassword({ role: 'owner', businessIds: [1] })
    const theirs = await withPassword({ role: 'gate', businessIds: [1] })
    await withPassword({ role: 'gate', businessIds: [2] })
    expect(await remind(await withPassword({ role: 'manager', businessIds: null }))).toMatchObject({ status: 404 })
    expect(await remind(ofOne)).toMatchObject({ status: 303 })
    expect(await cellOf(MAILS)).toEqual([ofOne.email, theirs.email].toSorted())
  })

  test('says where a second factor is set up, and opens nothing', () => {
    const { text } = reminderBody({ locale: 'he', name: 'רות' })
    expect(text).toMatch(/\/PRES-live\/account$/m)
    expect(text).not.toMatch(/invitation|token/)
  })
})

describe('what owners choose of the page', () => {
  test('people by a part of the name or the address, by role, and those without a second factor', async () => {
    const [one, other] = [await withPassword({ role: 'gate' }), await withPassword({ role: 'boxOffice' })]
    await database().query(`UPDATE staff SET first_name = 'Ruth', totp_secret = '', totp_step = 1 WHERE staff_id = $1`, [one.staffId])
    const chosen = async (query: string) => {
      const { page: read } = await page(owner, query)
      const chosenPeople = await ofPages<(...of: readonly unknown[]) => readonly StaffPerson[]>(QUERY, 'chosenPeople')
      const ids = chosenPeople(read?.people, read?.query).map(({ staffId }) => staffId)
      return [owner, one, other].map(({ staffId }) => ids.includes(staffId))
    }
    expect(await chosen('')).toEqual([true, true, true])
    expect(await chosen('?find=rUTH')).toEqual([false, true, false])
    expect(await chosen(`?find=${other.email.toUpperCase()}`)).toEqual([false, false, true])
    expect(await chosen('?role=gate')).toEqual([false, true, false])
    expect(await chosen('?factor=none')).toEqual([true, false, true])
  })

  test('questions of the page: of an account and a role that the owner manages, and no others', async () => {
    const [mine, closed] = [await aStaffMember(), await aStaffMember({ businessIds: [2] })]
    const asked = async (who: StaffPerson, query: string) => (await page(who, query)).page?.asked
    expect(await asked(owner, '?ask=invite')).toBe('invite')
    expect(await asked(owner, '?ask=other')).toBeUndefined()
    expect(await asked(owner, `?ask=change&about=${String(mine.staffId)}`)).toBe('change')
    const ofOne = await aStaffMember({ role: 'owner', businessIds: [1] })
    expect(await asked(ofOne, `?ask=change&about=${String(closed.staffId)}`)).toBeUndefined()
  })

  test('a form that was done leads back to the same choice', async () => {
    const person = await aStaffMember()
    const done = await openAt(owner, '/PRES-live/staff?find=x&action=cancel&ask=change&about=1', change(person, 'gate', '1'))
    expect(done instanceof Response && done.headers.get('location')).toBe('/PRES-live/staff?find=x&action=cancel&done=1')
  })

  test('lines of the log by person, action and days, in pages to and fro, and all of them as a file that is noted', async () => {
    const person = await aStaffMember({ role: 'gate' })
    await database().query(
      `INSERT INTO staff_audit (at, staff_id, action, subject) SELECT timestamptz '2029-05-01 12:00+03' + n * interval '1 hour', $1, 'sale', '=' || n
       FROM generate_series(1, 120) n`,
      [person.staffId],
    )
    const who = `who=${String(person.staffId)}`
    const read = async (query: string) => {
      const audit = (await page(owner, `?${query}`)).page?.audit
      return { ...audit, subjects: audit?.lines.map(({ subject }) => subject) ?? [], ids: audit?.lines.map(({ auditId }) => auditId) ?? [] }
    }
    const first = await read(who)
    expect([first.subjects.length, first.subjects[0], first.hasOlder, first.hasNewer]).toEqual([50, '=120', true, false])
    const second = await read(`${who}&older=${String(first.ids.at(-1))}`)
    expect([second.subjects.length, second.subjects[0], second.hasOlder, second.hasNewer]).toEqual([50, '=70', true, true])
    const third = await read(`${who}&older=${String(second.ids.at(-1))}`)
    expect([third.subjects.length, third.hasOlder, third.hasNewer]).toEqual([20, false, true])
    expect((await read(`${who}&newer=${String(third.ids[0])}`)).subjects).toEqual(second.subjects)
    expect((await read(`${who}&newer=${String(second.ids[0])}`)).subjects).toEqual(first.subjects)
    expect((await read(`${who}&from=2029-05-02&to=2029-05-02`)).subjects).toHaveLength(24)
    expect((await read(`${who}&action=cancel`)).subjects).toEqual([])
    expect((await read(`${who}&action=cancel&older=1`)).subjects).toEqual([])
    const file = await askExport(owner, `screen=staffLog&as=csv&${who}&from=2029-05-02`)
    const lines = (await file.text()).trim().split('\r\n')
    expect([file.status, lines.length, lines[1]?.includes(`'=120`)]).toEqual([200, 1 + 120 - 11, true])
    expect(await cellOf(`SELECT subject FROM staff_audit WHERE action = 'export' AND staff_id = $1`, [owner.staffId])).toBe('staff-log.csv')
  })
})

describe('an owner is left', () => {
  const LAST: unknown = expect.stringContaining('לא יישאר')
  const owners = () => cellOf(`SELECT count(*)::int FROM staff WHERE role = 'owner' AND business_ids IS NULL AND disabled_at IS NULL`)

  test('of the whole house, whoever demotes or narrows the last one; another owner may go', async () => {
    await withPassword({ role: 'owner', businessIds: [1] })
    await aStaffMember({ role: 'owner', businessIds: null }) // was invited, and has no password yet
    for (const form of [change(owner, 'gate'), change(owner, 'owner', '1'), change(owner, 'owner', '', '5')])
      expect(await leadsTo(owner, form)).toEqual(LAST)
    const other = await withPassword({ role: 'owner', businessIds: null })
    expect(await leadsTo(other, change(owner, 'manager'))).toBe(DONE)
    expect(await seenBy(owner)).toMatchObject({ permissions: [266, 267, 268] })
    expect(await leadsTo(other, change(other, 'gate'))).toEqual(LAST)
  })

  test('and who gives the own role away is led to the menu', async () => {
    await withPassword({ role: 'owner', businessIds: null })
    expect(await leadsTo(owner, change(owner, 'gate'))).toBe('/PRES-live')
  })

  test('when a role of the own house is all that an owner has', async () => {
    await database().query(`INSERT INTO staff_role (role, permissions) VALUES ('הנהלה', '{266,270}') ON CONFLICT DO NOTHING`)
    await database().query(`UPDATE staff SET role = 'הנהלה' WHERE staff_id = $1`, [owner.staffId])
    const role = { act: 'saveRole', roleName: 'הנהלה', businesses: '', features: '' }
    expect(await leadsTo(owner, { ...role, permission: '266' })).toEqual(LAST)
    expect(await leadsTo(owner, { ...role, permission: '270', businesses: '1' })).toEqual(LAST)
    expect(await leadsTo(owner, { ...role, permission: '270' })).toBe(DONE)
  })

  test('when two demote or close each other at the same moment', async () => {
    for (const act of ['changeAccount', 'close']) {
      const two = await twoOwners()
      await Promise.all([leadsTo(two[0], { ...change(two[1], 'gate'), act }), leadsTo(two[1], { ...change(two[0], 'gate'), act })])
      expect([act, await owners()]).toEqual([act, 1])
    }
  })

  test('when one is demoted while the demotion of the other is not committed yet: it waits, and is refused', async () => {
    const [one, other] = await twoOwners()
    const demote = (client: Queryable, { email }: StaffPerson) =>
      changeAccountOf(client, { email, change: { role: 'gate' } }, { staffId: null, address: null, device: '' })
    const isBegun = Promise.withResolvers<undefined>()
    const mayEnd = Promise.withResolvers<undefined>()
    const first = inTransaction(async (client) => {
      const done = await demote(client, one)
      isBegun.resolve(undefined)
      await mayEnd.promise
      return done
    })
    await isBegun.promise
    const second = inTransaction((client) => demote(client, other))
    const meanwhile = await Promise.race([second, sleep(300, 'waits')])
    mayEnd.resolve(undefined)
    expect([meanwhile, ...(await Promise.all([first, second]))]).toMatchObject(['waits', { ok: true }, { refusal: { code: 'LAST_OWNER' } }])
    expect(await owners()).toBe(1)
  })

  test('and whoever is made an owner of the whole house meanwhile is nobody any more whom an owner of a part may close', async () => {
    const [part, person] = [await withPassword({ role: 'owner', businessIds: [1] }), await aStaffMember()]
    await page(part)
    const isBegun = Promise.withResolvers<undefined>()
    const mayEnd = Promise.withResolvers<undefined>()
    const raised = inTransaction(async (client) => {
      const change = { role: 'owner', businessIds: 'all' } as const
      const done = await changeAccountOf(client, { email: person.email, change }, { staffId: null, address: null, device: '' })
      isBegun.resolve(undefined)
      await mayEnd.promise
      return done
    })
    await isBegun.promise
    const closed = leadsTo(part, { act: 'close', staffId: String(person.staffId) })
    const meanwhile = await Promise.race([closed, sleep(300, 'waits')])
    mayEnd.resolve(undefined)
    expect([meanwhile, await raised, await closed]).toEqual(['waits', { ok: true, value: null }, expect.not.stringContaining(DONE)])
    expect(await seenBy(person)).toMatchObject({ businessIds: 'all' })
  })

  /** The only two owners that there are. */
  async function twoOwners(): Promise<readonly [StaffPerson, StaffPerson]> {
    const two = [owner, await withPassword({ role: 'owner', businessIds: null })] as const
    await database().query('UPDATE staff SET disabled_at = CASE WHEN staff_id <> ALL ($1) THEN now() END', [
      two.map(({ staffId }) => staffId),
    ])
    await database().query(`UPDATE staff SET role = 'owner' WHERE staff_id = ANY ($1)`, [two.map(({ staffId }) => staffId)])
    return two
  }
})

test('the terminal changes accounts and the limits of roles at once, and keeps an owner too', async () => {
  const said: string[] = []
  const terminal = { say: (line: string) => void said.push(line), complain: (line: string) => void said.push(line) }
  const run = (...args: string[]) => staffFromTerminal(args, terminal)
  const person = await aStaffMember({ role: 'producer', businessIds: [1, 2] })
  expect(await run('role', 'ערב', '--permissions', '266', '--businesses', '2', '--features', '5')).toBe(0)
  expect(await run('change', person.email.toUpperCase(), '--role', 'ערב')).toBe(0)
  expect(await seenBy(person)).toEqual({ permissions: [266], businessIds: [2], featureIds: [5] })
  expect(await run('change', person.email, '--businesses', 'all')).toBe(0)
  expect(await cellOf('SELECT business_ids FROM staff WHERE staff_id = $1', [person.staffId])).toBeNull()
  await run('roles')
  expect(said).toContain('ערב: 266; only businesses 2; only shows 5 (accounts: 1)')
  expect([
    await run('change', owner.email, '--role', 'gate'),
    await run('change', 'nobody@house.example', '--role', 'gate'),
    await run('change', person.email, '--role', 'no role'),
    await run('change', person.email),
    await run('change', person.email, '--businesses', ''),
    await run('change', person.email, '--businesses', 'one'),
    await run('change', person.email, '--allocations', ''),
    await run('change', '', '--role', 'gate'),
  ]).toEqual([1, 1, 1, 2, 2, 2, 2, 2])
  expect(await seenBy(owner)).toMatchObject({ businessIds: 'all' })
  expect(
    await cellOf(`SELECT count(*)::int FROM staff_audit WHERE staff_id IS NULL AND action = 'change account' AND subject = $1`, [
      String(person.staffId),
    ]),
  ).toBe(2)
})

test('the terminal changes of which allocations an account sells seats, at once, and nothing else does', async () => {
  const terminal = { say: () => undefined, complain: () => undefined }
  const run = (...args: string[]) => staffFromTerminal(args, terminal)
  const person = await aStaffMember({ allocationIds: [7] })
  const soldOf = async () => (await staffOf(cookiesOf({ cookie: person.cookie })))?.allocationIds ?? 'all'
  expect(await leadsTo(owner, change(person, 'boxOffice', '1'))).toBe(DONE)
  expect(await run('change', person.email, '--features', '5')).toBe(0)
  expect(await soldOf()).toEqual([7])
  expect(await run('change', person.email, '--allocations', '1, 2')).toBe(0)
  expect(await soldOf()).toEqual([1, 2])
  expect(await seenBy(person)).toEqual({ permissions: [267, 268], businessIds: [1], featureIds: [5] })
  expect(await run('change', person.email, '--allocations', 'all')).toBe(0)
  expect(await soldOf()).toBe('all')
  const facts = `SELECT facts -> 'before' ->> 'allocationIds' || ' ' || (facts ->> 'allocationIds') FROM staff_audit WHERE subject = $1 ORDER BY audit_id DESC LIMIT 1`
  expect(await cellOf(facts, [String(person.staffId)])).toBe('[1, 2] all')
})
