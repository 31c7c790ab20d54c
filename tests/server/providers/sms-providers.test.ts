import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '#lib/server/platform/config/settings.ts'
import { MessageRefused } from '#lib/server/providers/messages/mail.ts'
import { sms019 } from '#lib/server/providers/messages/sms-019.ts'
import { httpSms } from '#lib/server/providers/messages/sms-http.ts'
import { SmsNotTaken } from '#lib/server/providers/messages/sms.ts'
import { ACCOUNT, BLOCKED, startSms019StandIn, type Sms019StandIn } from '#tests/support/providers/sms-019-stand-in.ts'
import { startStandIn, type Answer, type Asked, type StandIn } from '#tests/support/providers/stand-in.ts'

const TEXT = 'שורה: הקוד שלכם 123456 "כאן" & <שם>\nתודה {{to}}'

function sms(to = '0547314821', text = TEXT) {
  return { messageId: randomUUID(), to, text }
}

/** The failure kind of a send, and what the log would say about it. */
async function outcomeOf(sending: Promise<void>): Promise<string> {
  try {
    await sending
    return 'taken'
  } catch (error) {
    if (error instanceof MessageRefused) return `refused ${error.cause instanceof SmsNotTaken ? error.cause.code : ''}`.trim()
    return error instanceof SmsNotTaken ? error.code : String(error)
  }
}

describe('SMS by 019', () => {
  let standIn: Sms019StandIn
  const provider = (over: object = {}, patience = 60_000) => sms019({ ...ACCOUNT, apiBase: standIn.origin, ...over }, patience)

  beforeAll(async () => {
    standIn = await startSms019StandIn()
  })
  afterEach(() => {
    standIn.answerWith(0)
  })
  afterAll(() => standIn.stop())

  it('sends a text to a number, with its own id', async () => {
    const message = sms()
    await provider().send(message)
    expect(standIn.texts.at(-1)).toMatchObject({ to: '0547314821', text: TEXT, source: 'Shura', id: message.messageId })
  })

  it('fails permanently for a blocked or wrong number and an unterminated text', async () => {
    expect(await outcomeOf(provider().send(sms(BLOCKED)))).toBe('refused 019 status 8')
    expect(await outcomeOf(provider().send(sms('05473')))).toBe('refused 019 status 9')
    expect(await outcomeOf(provider().send(sms('0547314821', 'א'.repeat(1006))))).toBe('refused 019 status 989')
  })

  it('fails temporarily because of the account, the credit or 019 itself', async () => {
    expect(await outcomeOf(provider({ token: 'ended' }).send(sms()))).toBe('019 status 3')
    standIn.answerWith(4)
    expect(await outcomeOf(provider().send(sms()))).toBe('019 status 4')
    standIn.answerWith(0)
    standIn.fail('send', 'error-before', 'drop-before')
    expect(await outcomeOf(provider().send(sms()))).toBe('HTTP 502')
    expect(await outcomeOf(provider().send(sms()))).toBe('no connection')
  })

  it('does not take an answer without a status for a success', async () => {
    const silent = createServer((_request, response) => response.end('<html>OK</html>'))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = silent.address()
    const apiBase = `http://127.0.0.1:${String(typeof address === 'object' && address ? address.port : 0)}`
    expect(await outcomeOf(provider({ apiBase }).send(sms()))).toBe('HTTP 200')
    silent.close()
  })

  it('fails temporarily without an answer in time', async () => {
    const mute = createServer(() => undefined)
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
    const address = mute.address()
    const apiBase = `http://127.0.0.1:${String(typeof address === 'object' && address ? address.port : 0)}`
    expect(await outcomeOf(provider({ apiBase }, 300).send(sms()))).toBe('no answer in time')
    mute.closeAllConnections()
    mute.close()
  })
})

describe('SMS by a gateway with templates', () => {
  let standIn: StandIn
  let answer: Answer = { json: { ok: true } }
  beforeAll(async () => {
    standIn = await startStandIn({ operationOf: () => 'send', answer: () => answer, brokenAnswer: { status: 500 } })
  })
  afterEach(() => {
    answer = { json: { ok: true } }
  })
  afterAll(() => standIn.stop())

  const gateway = (env: Record<string, string>) => {
    const { smsHttp } = readSettings({
      SMS_PROVIDER: 'http',
      SMS_SENDER: 'Shura',
      SMS_HTTP_URL: `${standIn.origin}/send`,
      SMS_HTTP_BODY: '{"to":"{{to972}}","text":"{{text}}","from":"{{sender}}","ref":"{{id}}"}',
      ...env,
    })
    if (!smsHttp) throw new Error('No gateway.')
    return httpSms(smsHttp, 60_000)
  }
  const asked = (): Asked => {
    const last = standIn.calls.at(-1)
    if (!last) throw new Error('Nobody called.')
    return last.asked
  }

  it('sends JSON, in which a text cannot escape its string', async () => {
    const message = sms()
    await gateway({ SMS_HTTP_HEADERS: '{"Authorization":"Bearer k","Idempotency-Key":"{{id}}"}' }).send(message)
    expect(JSON.parse(asked().body)).toEqual({ to: '972547314821', text: TEXT, from: 'Shura', ref: message.messageId })
    expect(asked().headers).toMatchObject({
      authorization: 'Bearer k',
      'idempotency-key': message.messageId,
      'content-type': 'application/json',
    })
  })

  it('sends forms', async () => {
    await gateway({
      SMS_HTTP_HEADERS: '{"Content-Type":"application/x-www-form-urlencoded"}',
      SMS_HTTP_BODY: 'to={{to}}&text={{text}}&from={{sender}}',
    }).send(sms())
    expect(Object.fromEntries(new URLSearchParams(asked().body))).toEqual({ to: '0547314821', text: TEXT, from: 'Shura' })
  })

  it('sends XML', async () => {
    await gateway({
      SMS_HTTP_HEADERS: '{"content-type":"text/xml; charset=utf-8"}',
      SMS_HTTP_BODY: '<sms><to>{{to}}</to><text>{{text}}</text></sms>',
    }).send(sms('0547314821', 'א</text><to>0500000000</to>&"\u0007'))
    expect(asked().body).toBe('<sms><to>0547314821</to><text>א&#60;/text&#62;&#60;to&#62;0500000000&#60;/to&#62;&#38;&#34;</text></sms>')
  })

  it('sends addresses', async () => {
    const url = `${standIn.origin}/send?to={{to}}&text={{text}}`
    const { smsHttp } = readSettings({ SMS_PROVIDER: 'http', SMS_HTTP_METHOD: 'GET', SMS_HTTP_URL: url })
    if (!smsHttp) throw new Error('No gateway.')
    await httpSms(smsHttp, 60_000).send(sms())
    expect([asked().method, Object.fromEntries(asked().query)]).toEqual(['GET', { to: '0547314821', text: TEXT }])
  })

  it('accepts 2xx as success, or only the answer that SMS_HTTP_OK describes', async () => {
    expect(await outcomeOf(gateway({}).send(sms()))).toBe('taken')
    expect(await outcomeOf(gateway({ SMS_HTTP_OK: '"ok":\\s*true' }).send(sms()))).toBe('taken')
    answer = { json: { ok: false } }
    expect(await outcomeOf(gateway({ SMS_HTTP_OK: '"ok":\\s*true' }).send(sms()))).toBe('another answer than SMS_HTTP_OK')
    answer = { status: 403, json: { ok: true } }
    expect(await outcomeOf(gateway({ SMS_HTTP_OK: '"ok":\\s*true' }).send(sms()))).toBe('status 403')
  })

  it('recognises a permanent failure by SMS_HTTP_REFUSED', async () => {
    answer = { status: 400, json: { error: 'UNSUBSCRIBED' } }
    expect(await outcomeOf(gateway({ SMS_HTTP_REFUSED: 'UNSUBSCRIBED|INVALID_NUMBER' }).send(sms()))).toBe('refused refused')
    expect(await outcomeOf(gateway({}).send(sms()))).toBe('status 400')
  })

  it('follows no redirects', async () => {
    answer = { goTo: 'http://127.0.0.1:9/' }
    expect(await outcomeOf(gateway({}).send(sms()))).toBe('no connection')
  })
})
