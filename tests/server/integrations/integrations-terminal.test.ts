import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { integrationsFromTerminal } from '#lib/server/integrations/cli.ts'
import { listIntegrations } from '#lib/server/integrations/integrations.ts'
import { openIntegration } from '#lib/server/integrations/open-integration.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { listWebhooks } from '#lib/server/webhooks/webhooks.ts'
import { newVisitor } from '#tests/support/buyers/sign-in.ts'
import { cellOf, freshDatabase } from '#tests/support/database/database.ts'

const BACK = 'https://club.example/back?basket=4711'
const CALLBACK = 'https://club.example/hook'

let said: string[]
let complained: string[]

beforeAll(freshDatabase)
beforeEach(() => {
  said = []
  complained = []
})

/** @returns the exit code */
function run(...args: string[]): Promise<number> {
  return integrationsFromTerminal(args, { say: (line) => said.push(line), complain: (line) => complained.push(line) })
}

/** The last thing that was said, after its colon. */
function shown(): string {
  return /: (\S+)$/.exec(said.at(-1) ?? '')?.[1] ?? ''
}

async function add(keyId: string, ...more: string[]): Promise<string> {
  expect(await run('add', keyId, '--name', 'מועדון', '--return', 'https://club.example', ...more)).toBe(0)
  return shown()
}

/** Opens the address as the visitor who follows it. */
async function follow(address: string): Promise<string> {
  const { TS = '', ret = '', key = '' } = Object.fromEntries(new URL(address).searchParams)
  const opened = await openIntegration({ TS, ret, key }, (await newVisitor()).uuid)
  return opened.ok ? 'opened' : opened.refusal.code
}

async function callbacksOf(keyId: string): Promise<readonly string[]> {
  const id = (await listIntegrations()).find((one) => one.keyId === keyId)?.integrationId
  return (await listWebhooks()).flatMap(({ integrationId, url, endedAt }) => (integrationId === id && !endedAt ? [url] : []))
}

describe('npm run integrations', () => {
  test.each<[string[]]>([
    [['add']],
    [['add', 'club']],
    [['add', 'club', '--return', BACK.slice(0, 20)]],
    [['add', 'club', '--name', ' ', '--return', 'https://club.example']],
    [['add', 'Club', '--name', 'מועדון', '--return', 'https://club.example']],
    [['add', 'club', '--name', 'מועדון', '--return', 'http://club.example']],
    [['add', 'club', '--name', 'מועדון', '--return', 'https://club.example,']],
    [['add', 'club', '--name', 'מועדון', '--return', 'https://club.example', '--callback', 'http://club.example/hook']],
    [['add', 'club', '--name', 'מועדון', '--return', 'https://club.example', '--businesses', '1,x']],
    [['add', 'club', '--name', 'מועדון', '--return', 'https://club.example', '--to', '/order/1']],
    [['callback', 'club']],
    [['callback', 'club', 'club.example']],
    [['callback', 'club', CALLBACK, '--name', 'מועדון']],
    [['link', 'club']],
    [['link', '--return', BACK]],
    [['end']],
    [['end', 'club', 'other']],
    [['list']],
    [['other', 'club']],
  ])('%j is answered with the usage', async (args) => {
    expect(await run(...args)).toBe(2)
    expect(complained.join('')).toMatch(/^Usage:/)
    expect(said).toEqual([])
  })

  test('says that there is none, then lists what was added with its names, addresses and businesses, but no secret', async () => {
    expect(await run()).toBe(0)
    expect(said).toEqual(['No outside system opens orders.'])
    const secret = await add('listed', '--name-en', 'Club', '--businesses', '1,2', '--return', 'https://a.example,https://b.example/back')
    said = []
    expect(await run()).toBe(0)
    expect(said).toEqual(['listed  מועדון  https://a.example/ https://b.example/back/  businesses 1, 2'])
    expect((await listIntegrations())[0]?.names).toEqual({ he: 'מועדון', en: 'Club' })
    expect(await cellOf(`SELECT position(convert_to($1, 'UTF8') IN sealed_secret) FROM integration`, [secret])).toBe(0)
  })

  test('adds no second one of a key, and leaves the first as it was', async () => {
    const secret = await add('once')
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(await run('add', 'once', '--name', 'אחר', '--return', 'https://other.example')).toBe(1)
    expect(complained).toEqual(['There is, or was, one of this key. Choose another.'])
    expect((await listIntegrations()).filter(({ keyId }) => keyId === 'once')).toMatchObject([{ names: { he: 'מועדון' } }])
  })

  test('gives it a callback as it is added or later, one at a time, each with a secret of its own', async () => {
    const first = await add('told', '--callback', `${CALLBACK}/1`)
    expect(first).toMatch(/^whsec_/)
    expect(await callbacksOf('told')).toEqual([`${CALLBACK}/1`])
    expect(await run('callback', 'told', CALLBACK)).toBe(0)
    expect(shown()).toMatch(/^whsec_/)
    expect(shown()).not.toBe(first)
    expect(await callbacksOf('told')).toEqual([CALLBACK])
  })

  test('prints a link that opens an order once, at the page that it names', async () => {
    await add('linked')
    expect(await run('link', 'linked', '--return', BACK, '--to', '/order/1')).toBe(0)
    const link = said.at(-1) ?? ''
    expect(link.startsWith(`${settings().publicOrigin}/integration?`)).toBe(true)
    expect(Object.fromEntries(new URL(link).searchParams)).toMatchObject({ ret: BACK, to: '/order/1' })
    expect([await follow(link), await follow(link)]).toEqual(['opened', 'INTEGRATION_STALE'])
  })

  test('prints no link back to elsewhere, and none that begins elsewhere than in the shop', async () => {
    await add('kept')
    said = []
    expect(await run('link', 'kept', '--return', 'https://evil.example/')).toBe(1)
    expect([said, complained]).toEqual([[], ['https://evil.example/ is not below https://club.example/.']])
    expect(await run('link', 'kept', '--return', BACK, '--to', '//evil.example')).toBe(0)
    expect(new URL(said.at(-1) ?? '').searchParams.get('to')).toBe('/')
  })

  test('ends one with its callback and the links that it has printed, once', async () => {
    await add('ended', '--callback', CALLBACK)
    await run('link', 'ended', '--return', BACK)
    const link = said.at(-1) ?? ''
    expect(await run('end', 'ended')).toBe(0)
    expect([await callbacksOf('ended'), await follow(link)]).toEqual([[], 'INTEGRATION_REFUSED'])
    said = []
    await run()
    expect(said.at(-1)).toMatch(/^ended {2}.* {2}ended \d{4}-\d\d-\d\dT\d\d:\d\dZ$/)
    for (const args of [
      ['end', 'ended'],
      ['callback', 'ended', CALLBACK],
      ['link', 'ended', '--return', BACK],
      ['end', 'nobody'],
    ]) {
      complained = []
      expect([args, await run(...args)]).toEqual([args, 1])
      expect(complained).toEqual(['There is no such integration, or it ended.'])
    }
  })
})
