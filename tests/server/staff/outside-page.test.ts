import type { AstroCookies } from 'astro'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listOrders } from '#lib/contract/staff/for-keys.ts'
import { keyOfCall } from '#lib/server/keys/key-of-call.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { cookieNames } from '#lib/server/platform/http/cookie-names.ts'
import { leaseWebhookMessages } from '#lib/server/webhooks/webhook-lease.ts'
import { isPublicWebhookUrl } from '#lib/server/webhooks/public-address.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { ofPages, pageContext } from '#tests/support/staff/ask-page.ts'
import { aStaffMember, type StaffPerson } from '#tests/support/staff/staff.ts'

/** What an owner lets other systems do, at the page of the staff. */

interface Opened {
  readonly page?: {
    readonly asked?: string
    readonly problem?: string
    readonly shown?: { readonly kind: string; readonly secret: string; readonly expiresAt: number | null }
    readonly isDone?: boolean
    readonly keys?: readonly { readonly prefix: string; readonly scopes: readonly string[]; readonly businessIds: unknown }[]
    readonly webhooks?: readonly {
      readonly webhookId: number
      readonly queued: number
      readonly pausedAt: Date | null
      readonly hours: readonly { readonly arrived: number; readonly failed: number }[]
    }[]
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

/** Sends a form that makes a secret. @returns the cookies of the browser after it, with which the next page is opened */
async function sendFor(who: StaffPerson, form: Form): Promise<string> {
  const context = pageContext(who, '/PRES-live/staff?ask=key', form) as { readonly cookies: AstroCookies }
  const open = await ofPages<(context: object) => Promise<Opened | Response>>('PRES-live/staff/_people.ts', 'openPeople')
  const opened = await open(context)
  if (!(opened instanceof Response)) throw new Error(`It was refused: ${opened.page?.problem ?? ''}`)
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/PRES-live/staff?done=1'])
  const carried = context.cookies.get(cookieNames().once)?.value
  return carried === undefined ? who.cookie : `${who.cookie}; ${cookieNames().once}=${carried}`
}

/** What the page after such a form shows. */
async function shownBy(who: StaffPerson, form: Form) {
  const { page } = await pageFor({ ...who, cookie: await sendFor(who, form) }, undefined, '?done=1')
  if (!page?.shown) throw new Error('Nothing was shown.')
  return page.shown
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

const prefixOf = (key: string) => key.split('_').slice(0, 2).join('_')

async function aKey(form: Form = NEW_KEY) {
  const { secret, expiresAt } = await shownBy(owner, form)
  return { secret, prefix: prefixOf(secret), expiresAt }
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
    const cookie = await sendFor(owner, NEW_KEY)
    const { page, status } = await pageFor({ ...owner, cookie }, undefined, '?done=1')
    const { secret = '' } = page?.shown ?? {}
    const of = prefixOf(secret)
    expect([status, page?.asked, page?.isDone, await opens(secret)]).toEqual([200, undefined, true, true])
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
    const { prefix: of, expiresAt } = await aKey({ ...NEW_KEY, scope: 'catalogue', days: '' })
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
    const next = await aKey({ act: 'replaceKey', prefix })
    expect([await opens(secret), await opens(next.secret), next.prefix === prefix]).toEqual([true, true, false])
    expect((await pageFor(owner)).page?.keys?.find((one) => one.prefix === next.prefix)).toMatchObject({
      scopes: ['orders'],
      businessIds: [1, 2],
    })
    const hours = `SELECT round(extract(epoch FROM expires_at - now()) / 3600)::int FROM api_key WHERE prefix = $1`
    expect([await cellOf(hours, [prefix]), await cellOf(hours, [next.prefix])]).toEqual([24, 365 * 24])
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

describe('a secret', () => {
  const shownTo = async (who: StaffPerson, cookie: string, fetch: object = {}) => {
    const context = pageContext({ cookie }, '/PRES-live/staff?done=1') as { readonly request: Request; readonly cookies: AstroCookies }
    for (const [name, value] of Object.entries(fetch)) context.request.headers.set(name, String(value))
    const open = await ofPages<(context: object) => Promise<Opened | Response>>('PRES-live/staff/_people.ts', 'openPeople')
    const opened = await open(context)
    if (opened instanceof Response) throw new Error(`${String(who.staffId)} finds no page.`)
    return { shown: opened.page?.shown, left: context.cookies.get(cookieNames().once)?.value }
  }

  test('is shown by the page after the form and taken from the browser by it, so that loading it again shows none', async () => {
    const { shown, left } = await shownTo(owner, await sendFor(owner, NEW_KEY))
    expect([shown?.kind, left]).toEqual(['key', undefined])
    expect((await pageFor(owner, undefined, '?done=1')).page?.shown).toBeUndefined()
  })

  test('travels encrypted, and is neither for who forges it nor for another of the staff', async () => {
    const cookie = await sendFor(owner, NEW_KEY)
    const [, carried = ''] = cookie.split(`${cookieNames().once}=`)
    const { shown } = await shownTo(owner, cookie)
    expect(Buffer.from(carried, 'base64url').toString('latin1')).not.toContain(shown?.secret)
    const other = await aStaffMember({ role: 'owner', businessIds: null })
    expect((await shownTo(other, `${other.cookie}; ${cookieNames().once}=${carried}`)).shown).toBeUndefined()
    for (const forged of ['', 'x', carried.slice(0, -2), Buffer.from('{}').toString('base64url')])
      expect((await shownTo(owner, `${owner.cookie}; ${cookieNames().once}=${forged}`)).shown).toBeUndefined()
  })

  test('is kept for the page by one that is fetched ahead, and by nobody after a minute', async () => {
    const cookie = await sendFor(owner, NEW_KEY)
    const ahead = await shownTo(owner, cookie, { 'sec-purpose': 'prefetch' })
    expect([ahead.shown, ahead.left === undefined]).toEqual([undefined, false])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    const late = await shownTo(owner, cookie)
    vi.useRealTimers()
    expect(late.shown).toBeUndefined()
  })
})

describe('webhooks', () => {
  const NEW_WEBHOOK = { act: 'addWebhook', url: 'https://books.example/shura', event: 'order.paid', businesses: '1' }

  test.each([
    ['https://books.example/shura', true],
    ['https://books.example:8443/', true],
    ['http://books.example/', false],
    ['http://127.0.0.1:8080/', false],
    ['https://127.0.0.1/', false],
    ['https://2130706433/', false],
    ['https://0x7f.1/', false],
    ['https://10.0.0.1/', false],
    ['https://[::1]/', false],
    ['https://[2001:db8::1]/', false],
    ['https://localhost/', false],
    ['https://localhost./', false],
    ['https://books/', false],
    ['https://db.internal/', false],
    ['https://printer.local./', false],
    ['https://me:secret@books.example/', false],
    ['javascript:alert(1)', false],
    ['', false],
  ])('an address of the page is https and public: %s', (typed, isTaken) => {
    expect(isPublicWebhookUrl(typed)).toBe(isTaken)
  })

  async function aWebhook(): Promise<{ readonly secret: string; readonly webhookId: string }> {
    const { secret } = await shownBy(owner, NEW_WEBHOOK)
    return { secret, webhookId: String(await cellOf('SELECT max(webhook_id) FROM webhook')) }
  }

  const dueOf = async (webhookId: string) =>
    (await leaseWebhookMessages([], 10)).filter((message) => message.webhookId === Number(webhookId)).length

  test('one is added, its secret shown at that moment alone', async () => {
    const { secret, webhookId } = await aWebhook()
    expect(secret).toMatch(/^whsec_/)
    expect(JSON.stringify((await pageFor(owner)).page)).not.toContain(secret)
    expect(await actsOn(webhookId)).toEqual(['add webhook'])
    expect(await cellOf('SELECT row(events, business_ids)::text FROM webhook WHERE webhook_id = $1', [webhookId])).toBe(
      '({order.paid},{1})',
    )
  })

  test.each<[Form]>([[{ url: 'https://10.0.0.1/' }], [{ event: 'other' }], [{ businesses: 'x' }]])('%j is refused', async (wrong) => {
    const { page, status } = await pageFor(owner, { ...NEW_WEBHOOK, ...wrong })
    expect([status, page?.asked, page?.typed?.text('url')]).toEqual([400, 'webhook', wrong.url ?? NEW_WEBHOOK.url])
  })

  test('one is tried, rests with what waits, goes on, and ends; each act once, and noted', async () => {
    const { webhookId } = await aWebhook()
    const act = async (name: string) => (await openAs(owner, { act: name, webhookId })).status
    expect([await act('testWebhook'), await act('pauseWebhook'), await act('pauseWebhook')]).toEqual([303, 303, 404])
    expect(await dueOf(webhookId)).toBe(0)
    expect([await act('resumeWebhook'), await act('resumeWebhook'), await dueOf(webhookId)]).toEqual([303, 404, 1])
    expect(await act('sendWebhookAgain')).toBe(404)
    await database().query(`UPDATE webhook_message SET state = 'failed', failure = 'HTTP 503', closed_at = now() WHERE webhook_id = $1`, [
      webhookId,
    ])
    expect((await pageFor(owner)).page?.webhooks?.find((one) => String(one.webhookId) === webhookId)).toMatchObject({
      ...{ failed: 1, failedLately: 1, arrivedLately: 0, failure: 'HTTP 503' },
    })
    expect([await act('sendWebhookAgain'), await dueOf(webhookId)]).toEqual([303, 1])
    expect([await act('endWebhook'), await act('endWebhook'), await act('testWebhook')]).toEqual([303, 404, 404])
    expect(await actsOn(webhookId)).toEqual(
      ['add', 'test', 'pause', 'resume'].map((verb) => `${verb} webhook`).concat('send webhook again', 'end webhook'),
    )
  })

  test('tell how the last 24 hours went, hour by hour up to this one', async () => {
    const { webhookId } = await aWebhook()
    const told = async (state: string, minutesAgo: number) =>
      database().query(
        `INSERT INTO webhook_message (webhook_id, event, data, state, closed_at) VALUES ($1, 'test', '{}', $2, now() - $3::int * interval '1 minute')`,
        [webhookId, state, minutesAgo],
      )
    for (const minutes of [1, 30, 61, 24 * 60 - 1, 24 * 60 + 1]) await told('delivered', minutes)
    for (const minutes of [59, 61, 300]) await told('failed', minutes)
    const hours = (await pageFor(owner)).page?.webhooks?.find((one) => String(one.webhookId) === webhookId)?.hours ?? []
    expect(hours).toHaveLength(24)
    expect(hours.map(({ arrived }) => arrived)).toEqual([1, ...Array.from({ length: 21 }, () => 0), 1, 2])
    expect(hours.flatMap(({ failed }, at) => Array.from({ length: failed }, () => at))).toEqual([18, 22, 23])
  })

  test('are of who manages the whole house', async () => {
    const ofOne = await aStaffMember({ role: 'owner', businessIds: [1] })
    const { webhookId } = await aWebhook()
    const { page } = await pageFor(ofOne, undefined, '?ask=webhook')
    expect([page?.webhooks, page?.asked]).toEqual([undefined, undefined])
    for (const form of [NEW_WEBHOOK, { act: 'testWebhook', webhookId }, { act: 'endWebhook', webhookId }])
      expect([form.act, (await pageFor(ofOne, form)).status]).toEqual([form.act, 404])
  })
})
