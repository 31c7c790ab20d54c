import { beforeAll, describe, expect, test } from 'vitest'
import { readCommand, webhooksFromTerminal } from '#lib/server/webhooks/cli.ts'
import { isWebhookUrl } from '#lib/server/webhooks/webhooks.ts'
import { cellOf, freshDatabase } from '#tests/support/database/database.ts'
import { openReceiver, tell } from '#tests/support/processes/webhook-receiver.ts'

beforeAll(freshDatabase)
const { told, heard, address } = openReceiver()

describe('npm run webhooks', () => {
  test.each([
    ['https://box.example/hook', true],
    ['http://127.0.0.1:9000/hook', true],
    ['http://localhost/hook', true],
    ['http://box.example/hook', false],
    ['https://me:secret@box.example/hook', false],
    ['ftp://box.example/', false],
    ['box.example', false],
  ])('messages may go to %s: %s', (typed, isTaken) => {
    expect(isWebhookUrl(typed)).toBe(isTaken)
    expect(readCommand(['add', typed]) !== undefined).toBe(isTaken)
  })

  test.each<[string[]]>([
    [['add']],
    [['add', 'https://a.example', '--events', 'order.paid,other']],
    [['add', 'https://a.example', '--businesses', '1,x']],
    [['add', 'https://a.example', '--failed']],
    [['test']],
    [['test', '0']],
    [['end', '1', '2']],
    [['log', 'x']],
    [['log', '--webhook', 'x']],
    [['again']],
    [['again', 'x']],
    [['again', '--failed', '3f0d3f6e-7d0a-4c52-9a5d-3f2b1f9f2f11']],
    [['other']],
  ])('%j is answered with the usage', async (args) => {
    const complaints: string[] = []
    const code = await webhooksFromTerminal(args, { say: () => undefined, complain: (line) => complaints.push(line) })
    expect([code, complaints.join('').startsWith('Usage:')]).toEqual([2, true])
  })

  test('adds, lists, tests, shows the log, sends again and ends', async () => {
    const lines: string[] = []
    const run = (...args: string[]) => webhooksFromTerminal(args, { say: (line) => lines.push(line), complain: (line) => lines.push(line) })
    expect(await run('add', address(), '--events', 'order.paid,ticket.used', '--businesses', '1')).toBe(0)
    const secret = /whsec_\S+/.exec(lines.join(' '))?.[0] ?? ''
    const id = /^\d+/.exec(lines[0] ?? '')?.[0] ?? ''
    expect(await run('test', id)).toBe(0)
    await tell()
    expect(heard(secret)).toMatchObject([{ type: 'test', data: {} }])
    lines.length = 0
    expect(await run()).toBe(0)
    expect(lines).toEqual([`${id}  ${address()}  order.paid ticket.used  businesses 1  0 waiting, 0 failed`])
    expect(await run('log', '--webhook', id)).toBe(0)
    expect(lines.at(-1)).toMatch(/ {2}test {2}- {2}delivered, 1 attempt$/)
    expect(await run('again', lines.at(-1)?.slice(0, 36) ?? '')).toBe(0)
    await tell()
    expect(told).toHaveLength(2)
    expect(await run('end', id)).toBe(0)
    expect(await run('end', id)).toBe(1)
    expect(await run('again', '3f0d3f6e-7d0a-4c52-9a5d-3f2b1f9f2f11')).toBe(1)
    expect(await cellOf(`SELECT position(convert_to($1, 'UTF8') IN sealed_secret) FROM webhook`, [secret])).toBe(0)
  })
})
