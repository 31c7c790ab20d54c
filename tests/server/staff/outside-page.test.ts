import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listOrders } from '#lib/contract/staff/for-keys.ts'
import { keyOfCall } from '#lib/server/keys/key-of-call.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { ofPages, pageContext } from '#tests/support/staff/ask-page.ts'
import { aStaffMember, type StaffPerson } from '#tests/support/staff/staff.ts'

/** What an owner lets other systems do, at the page of the staff. */

interface Opened {
  readonly page?: {
    readonly asked?: string
    readonly problem?: string
    readonly shown?: { readonly secret: string; readonly of: string; readonly expiresAt: Date | null }
    readonly keys?: readonly { readonly prefix: string; readonly scopes: readonly string[]; readonly businessIds: unknown }[]
    readonly typed?: { readonly text: (name: string) => string; readonly chosen: (name: string) => readonly string[] }
  }
  readonly status: number
}

type Form = Readonly<Record<string, string>>

let owner: StaffPerson
beforeAll(async () => {
  await freshDatabase()
  owner = await aStaffMember({ role: 'owner', businessIds: null })
})
afterAll(checkInvariants)

async function openAs(who: StaffPerson, form?: Form, query = ''): Promise<Opened | Response> {
  const open = await ofPages<(context: object) => Promise<Opened | Response>>('PRES-live/staff/_people.ts', 'openPeople')
  return open(pageContext(who, `/PRES-live/staff${query}`, form))
}

async function pageFor(who: StaffPerson, form?: Form, query = ''): Promise<Opened> {
  const opened = await openAs(who, form, query)
  if (opened instanceof Response) throw new Error(`There is no page: ${String(opened.status)}.`)
  return opened
}

const NEW_KEY = { act: 'addKey', keyName: 'אתר ראשי', scope: 'orders', businesses: '1, 2', days: '365' }

async function opens(key: string): Promise<boolean> {
  const request = new Request('http://127.0.0.1/', { headers: { authorization: `Bearer ${key}` } })
  return (await keyOfCall(listOrders, request, null)).ok
}

async function aKey(): Promise<{ readonly secret: string; readonly prefix: string }> {
  const { page } = await pageFor(owner, NEW_KEY)
  return { secret: page?.shown?.secret ?? '', prefix: page?.shown?.of ?? '' }
}

const actsOn = async (prefix: string) =>
  (
    await database().query<{ action: string }>('SELECT action FROM staff_audit WHERE subject = $1 AND staff_id = $2 ORDER BY audit_id', [
      prefix,
      owner.staffId,
    ])
  ).rows.map(({ action }) => action)

describe('API keys', () => {
  test('a key is made, shown at that moment alone, opens what it is for and is noted without itself', async () => {
    const { page, status } = await pageFor(owner, NEW_KEY)
    const { secret = '', of = '' } = page?.shown ?? {}
    expect([status, page?.asked, secret.startsWith(`${of}_`), await opens(secret)]).toEqual([200, undefined, true, true])
    const days = await cellOf(`SELECT round(extract(epoch FROM expires_at - now()) / 86400)::int FROM api_key WHERE prefix = $1`, [of])
    expect(days).toBe(365)
    const later = await pageFor(owner, undefined, '?done=1')
    expect([later.page?.shown, JSON.stringify(later.page).includes(secret)]).toEqual([undefined, false])
    expect(later.page?.keys?.find(({ prefix }) => prefix === of)).toMatchObject({ scopes: ['orders'], businessIds: [1, 2] })
    expect(await actsOn(of)).toEqual(['add API key'])
    const { rows } = await database().query('SELECT a::text FROM staff_audit a UNION ALL SELECT b::text FROM audit b')
    expect(JSON.stringify(rows)).not.toContain(secret.slice(of.length + 1))
  })

  test('one for the programme is of no business, and one without an end has none', async () => {
    const { page } = await pageFor(owner, { ...NEW_KEY, scope: 'catalogue', days: '' })
    const { of, expiresAt } = page?.shown ?? {}
    expect(expiresAt).toBeNull()
    expect((await pageFor(owner)).page?.keys?.find(({ prefix }) => prefix === of)?.businessIds).toEqual([])
  })

  test.each<[Form]>([
    [{ keyName: ' ' }],
    [{ keyName: 'x'.repeat(61) }],
    [{ scope: 'everything' }],
    [{ businesses: 'one' }],
    [{ days: '9999' }],
  ])('%j is refused, and what was typed stays', async (wrong) => {
    const before = await cellOf('SELECT count(*)::int FROM api_key')
    const { page, status } = await pageFor(owner, { ...NEW_KEY, ...wrong })
    expect([status, page?.asked, page?.typed?.text('days')]).toEqual([400, 'key', wrong.days ?? '365'])
    expect(await cellOf('SELECT count(*)::int FROM api_key')).toBe(before)
  })

  test('one that is replaced works for a day more, the new one on its terms at once; neither twice', async () => {
    const { secret, prefix } = await aKey()
    const { page } = await pageFor(owner, { act: 'replaceKey', prefix })
    const next = page?.shown
    expect([await opens(secret), await opens(next?.secret ?? ''), next?.of === prefix]).toEqual([true, true, false])
    expect((await pageFor(owner)).page?.keys?.find((one) => one.prefix === next?.of)).toMatchObject({
      scopes: ['orders'],
      businessIds: [1, 2],
    })
    const hours = `SELECT round(extract(epoch FROM expires_at - now()) / 3600)::int FROM api_key WHERE prefix = $1`
    expect([await cellOf(hours, [prefix]), await cellOf(hours, [next?.of])]).toEqual([24, 365 * 24])
    await database().query('UPDATE api_key SET expires_at = now() WHERE prefix = $1', [prefix])
    expect([(await pageFor(owner, { act: 'replaceKey', prefix })).status, await opens(secret)]).toEqual([404, false])
    expect(await actsOn(prefix)).toEqual(['add API key', 'replace API key'])
  })

  test('one that is ended opens nothing at once, and is ended once', async () => {
    const { secret, prefix } = await aKey()
    expect(await openAs(owner, { act: 'endKey', prefix })).toMatchObject({ status: 303 })
    expect([await opens(secret), (await pageFor(owner, { act: 'endKey', prefix })).status]).toEqual([false, 404])
    expect(await actsOn(prefix)).toEqual(['add API key', 'end API key'])
  })

  test('are of who manages the whole house: an owner of some businesses neither sees nor makes nor ends one', async () => {
    const ofOne = await aStaffMember({ role: 'owner', businessIds: [1] })
    const { secret, prefix } = await aKey()
    const { page } = await pageFor(ofOne, undefined, '?ask=key')
    expect([page?.keys, page?.asked]).toEqual([undefined, undefined])
    for (const form of [NEW_KEY, { act: 'replaceKey', prefix }, { act: 'endKey', prefix }])
      expect([form.act, (await pageFor(ofOne, form)).status]).toEqual([form.act, 404])
    for (const role of ['manager', 'producer', 'boxOffice', 'gate', 'broker'])
      expect([role, (await openAs(await aStaffMember({ role, businessIds: null }), { act: 'endKey', prefix })).status]).toEqual([role, 404])
    expect(await opens(secret)).toBe(true)
  })
})
