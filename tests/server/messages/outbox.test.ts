import { text as readStream } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { documentOfOrder } from '#lib/server/documents/documents.ts'
import { factsOfOrder } from '#lib/server/messages/message-facts.ts'
import { fitSms, sentBy } from '#lib/server/messages/message-sms.ts'
import { renderMail, renderSms } from '#lib/server/messages/messages.ts'
import { isOutboxShown, outboxMessages } from '#lib/server/messages/outbox-view.ts'
import { enqueueMessages } from '#lib/server/outbox/outbox-queue.ts'
import { sendQueued } from '#lib/server/messages/outbox.ts'
import { MessageRefused } from '#lib/server/providers/messages/mail.ts'
import { smtpMail } from '#lib/server/providers/messages/mail-smtp.ts'
import { outboxMail, outboxSms } from '#lib/server/providers/messages/outbox-providers.ts'
import { countdown } from '#tests/support/browser/countdown.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { insertOrder, insertShowings, type OrderRows } from '#tests/support/database/order-rows.ts'

/** The mail server's answers to the next mails; if empty, it accepts them. */
const answers: { code: number }[] = []
const letters: { readonly to: readonly string[]; readonly source: string }[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, session, done) {
    void readStream(stream).then((source) => {
      const answer = answers.shift()
      if (answer) {
        done(Object.assign(new Error('no'), { responseCode: answer.code }))
        return
      }
      letters.push({ to: session.envelope.rcptTo.map(({ address }) => address), source })
      done()
    })
  },
})
let providers = { mail: outboxMail, sms: outboxSms }

beforeAll(async () => {
  await freshDatabase()
  await insertShowings()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  providers = { mail: smtpMail(`smtp://127.0.0.1:${String(port)}`, 'tickets@shura.example'), sms: outboxSms }
})
beforeEach(async () => {
  answers.length = 0
  letters.length = 0
  await database().query('DELETE FROM outbox')
})
afterAll(async () => {
  await new Promise<void>((closed) => {
    server.close(closed)
  })
})

async function enqueue(order: OrderRows, email = 'noa@example.com', mobileNumber = '0547314821'): Promise<void> {
  await inTransaction((client) => enqueueMessages(client, { orderId: order.orderId, email, mobileNumber }))
}

/** An order whose mail is queued, as with MAIL_PROVIDER=smtp. */
async function queuedMail(): Promise<OrderRows> {
  const order = await insertOrder()
  await enqueue(order, 'noa@example.com', '')
  await database().query(`UPDATE outbox SET state = 'queued', sent_at = NULL WHERE order_id = $1`, [order.orderId])
  return order
}

async function messageOf(order: OrderRows) {
  const { rows } = await database().query<{ state: string; attempts: number; pause: number; failure: string | null }>(
    `SELECT state, attempts, failure, extract(epoch FROM next_attempt_at - now())::float AS pause FROM outbox WHERE order_id = $1`,
    [order.orderId],
  )
  return rows[0]
}

async function letTimePass(): Promise<void> {
  await database().query('UPDATE outbox SET next_attempt_at = now()')
}

async function bodyOf(order: OrderRows) {
  const found = await documentOfOrder(order.orderId)
  if (!found) throw new Error('The order is not there.')
  return found
}

describe('the outbox', () => {
  it('queues one mail and one SMS per order, however often it is asked, and counts them as sent', async () => {
    const order = await insertOrder()
    await Promise.all([enqueue(order), enqueue(order), enqueue(order)])
    const { rows } = await database().query('SELECT channel, state FROM outbox ORDER BY channel')
    expect(rows).toEqual([
      { channel: 'mail', state: 'sent' },
      { channel: 'sms', state: 'sent' },
    ])
  })

  it('queues nothing for a missing address or a failed transaction', async () => {
    await enqueue(await insertOrder(), '', '')
    const order = await insertOrder()
    const failing = inTransaction(async (client) => {
      await enqueueMessages(client, { orderId: order.orderId, email: 'a@example.com', mobileNumber: '' })
      throw new Error('the order was not paid after all')
    })
    await expect(failing).rejects.toThrow()
    expect((await database().query('SELECT FROM outbox')).rowCount).toBe(0)
  })

  it('is shown newest first with text and attachments, on this machine', async () => {
    const order = await insertOrder()
    await enqueue(order)
    const isShown = (clientAddress: string, host: string) =>
      isOutboxShown({ clientAddress, request: new Request('http://127.0.0.1/dev/outbox', { headers: { host } }) })
    for (const here of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(isShown(here, 'localhost:4321')).toBe(true)
    for (const elsewhere of ['192.168.1.7', '::ffff:10.0.0.1', '']) expect(isShown(elsewhere, 'localhost:4321')).toBe(false)
    for (const own of ['127.0.0.1', '127.0.0.1:4321', '[::1]:4321', 'LOCALHOST']) expect(isShown('127.0.0.1', own)).toBe(true)
    for (const foreign of ['evil.example', 'evil.example:4321', '127.0.0.1.evil.example', 'localhost.evil.example', ''])
      expect(isShown('127.0.0.1', foreign)).toBe(false)
    const messages = await outboxMessages()
    const mail = messages.find(({ channel }) => channel === 'mail')
    expect(mail).toMatchObject({ to: 'noa@example.com', state: 'sent', subject: 'הכרטיסים שלכם: הגשר של אבא, 30.3' })
    expect(mail?.attachments.map(({ contentType }) => contentType)).toEqual(['application/pdf', 'text/calendar; charset=utf-8'])
    expect(mail?.text).toContain(`/edocument/${order.documentKey}`)
    expect(messages.find(({ channel }) => channel === 'sms')).toMatchObject({ to: '0547314821', attachments: [] })
  })
})

describe('the text of a message', () => {
  it('links to the document at the public origin only', async () => {
    const order = await insertOrder()
    const document = await bodyOf(order)
    const sms = renderSms(document)
    expect(sms).toMatch(new RegExp(`http://127\\.0\\.0\\.1:\\d+/edocument/${order.documentKey}$`))
    expect(sms).toContain('הגשר של אבא, 30.3 20:30')
    expect([...sms].length).toBeLessThanOrEqual(134)
  })

  it('keeps the link of an SMS whole even with a long name', async () => {
    const document = await bodyOf(await insertOrder())
    const [showing] = document.showings
    if (!showing) throw new Error('No showing.')
    const sms = renderSms({ ...document, showings: [{ ...showing, featureName: 'א'.repeat(300) }] })
    expect([...sms].length).toBeLessThanOrEqual(134)
    expect(sms).toContain(document.documentKey)
  })

  it('names the mini-site in an SMS as far as two parts have room for it', () => {
    const say = (sender: string) => fitSms('הגשר של אבא', (name) => `${sender}: ${name}, 30.3 20:30. ${'x'.repeat(60)}`)
    expect(sentBy('שורה', undefined, say)).toMatch(/^שורה: /)
    expect(sentBy('שורה', 'קולות המדבר', say)).toMatch(/^שורה, קולות המדבר: הגשר של אבא,/)
    expect(sentBy('שורה', 'א'.repeat(80), say)).toMatch(/^שורה, א{23}…: הגשר של אבא,/)
    expect(sentBy('שורה', 'קולות המדבר', (sender) => say(sender) + 'x'.repeat(50))).toMatch(/^שורה: /)
  })

  it('is right to left, isolates prices and codes, and escapes names', async () => {
    const order = await insertOrder({ firstName: '<img src=x onerror=alert(1)>' })
    const { html, text } = renderMail(await bodyOf(order))
    expect(html).toContain('<html lang="he" dir="rtl">')
    expect(html).toContain('<bdi dir="ltr">₪339</bdi>')
    expect(html).not.toContain('<img')
    expect(text).toContain('\u2066₪339\u2069')
    expect(text).toContain('אולם מרכז · שורה 7 · מושבים 14, 15')
  })

  it('has no link that the name of the buyer makes', async () => {
    const order = await insertOrder({ firstName: 'evil.example' })
    const { html, text } = renderMail(await bodyOf(order))
    expect((await factsOfOrder(order.orderId))?.firstName).toBe('evil. example')
    for (const told of [html, text]) expect([told.includes('evil.example'), told.includes('evil. example')]).toEqual([false, true])
  })

  it('in English marks and isolates the Hebrew section of a place, in its text too', async () => {
    const { html, text } = renderMail({ ...(await bodyOf(await insertOrder())), locale: 'en' })
    expect(html).toContain('<bdi lang="he" dir="rtl">אולם מרכז</bdi> · Row 7 · Seat 14')
    expect(html.slice(html.indexOf('<body'))).not.toContain('\u2068')
    expect(text).toContain('\u2068אולם מרכז\u2069 · Row 7 · Seats 14, 15')
  })
})

describe('mail over SMTP', () => {
  it('is sent once, with text, HTML, PDF and calendar', async () => {
    const order = await queuedMail()
    const counts = await Promise.all([sendQueued(providers), sendQueued(providers), sendQueued(providers)])
    expect(counts.reduce((sum, count) => sum + count)).toBe(1)
    expect(await sendQueued(providers)).toBe(0)
    expect(letters).toHaveLength(1)
    expect(letters[0]?.to).toEqual(['noa@example.com'])
    const source = letters[0]?.source ?? ''
    for (const part of ['multipart/alternative', 'text/plain', 'text/html', 'application/pdf', 'text/calendar'])
      expect(source).toContain(part)
    expect(source).toMatch(/^Message-ID: <[0-9a-f-]{36}@shura\.example>/m)
    expect(await messageOf(order)).toMatchObject({ state: 'sent', attempts: 1, failure: null })
  })

  it('retries later if the server is busy', async () => {
    answers.push({ code: 451 })
    const order = await queuedMail()
    const expectPause = countdown()
    expect(await sendQueued(providers)).toBe(0)
    const waiting = await messageOf(order)
    expect(waiting).toMatchObject({ state: 'queued', attempts: 1 })
    expectPause(waiting?.pause, 15)
    await database().query(`UPDATE outbox SET next_attempt_at = now() + interval '1 minute'`)
    expect(await sendQueued(providers)).toBe(0)
    await letTimePass()
    expect(await sendQueued(providers)).toBe(1)
    expect(letters).toHaveLength(1)
    expect(await messageOf(order)).toMatchObject({ state: 'sent', attempts: 2 })
  })

  it('backs off and finally gives up', async () => {
    const order = await queuedMail()
    for (let attempt = 1; attempt <= 8; attempt++) {
      answers.push({ code: 421 })
      const expectPause = countdown()
      await sendQueued(providers)
      if (attempt <= 4) expectPause((await messageOf(order))?.pause, [15, 30, 60, 120][attempt - 1] ?? 0)
      await letTimePass()
    }
    expect(await messageOf(order)).toMatchObject({ state: 'failed', attempts: 8 })
    expect(await sendQueued(providers)).toBe(0)
    expect(letters).toHaveLength(0)
  })

  it('does not retry a refused mail', async () => {
    answers.push({ code: 550 })
    const order = await queuedMail()
    await sendQueued(providers)
    expect(await messageOf(order)).toMatchObject({ state: 'failed', attempts: 1, failure: 'refused: Error 550' })
  })

  it('leaves a message that another process is sending alone until the lease ends', async () => {
    const order = await queuedMail()
    const [begun, taken] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    const send = () => {
      begun.resolve(undefined)
      return taken.promise
    }
    const first = sendQueued({ ...providers, mail: { name: 'slow', send } })
    await begun.promise
    expect(await sendQueued(providers)).toBe(0)
    taken.resolve(undefined)
    expect(await first).toBe(1)
    expect(letters).toHaveLength(0)
    expect((await messageOf(order))?.state).toBe('sent')
  })

  it('leaves a message alone that another process leased while it waited behind a slow one', async () => {
    for (let count = 0; count < 2; count++) await queuedMail()
    const [begun, taken] = [Promise.withResolvers<string>(), Promise.withResolvers<undefined>()]
    const sent: string[] = []
    const slow = async ({ messageId }: { readonly messageId: string }) => {
      begun.resolve(messageId)
      await taken.promise
      sent.push(messageId)
    }
    const first = sendQueued({ ...providers, mail: { name: 'slow', send: slow } })
    const underWay = await begun.promise
    await database().query(`UPDATE outbox SET next_attempt_at = now() - interval '1 second' WHERE message_id <> $1`, [underWay])
    expect(await sendQueued(providers)).toBe(1)
    taken.resolve(undefined)
    expect(await first).toBe(1)
    expect(sent).toEqual([underWay])
    expect(letters).toHaveLength(1)
  })

  it('treats a broken connection as temporary', async () => {
    const order = await queuedMail()
    await sendQueued({ ...providers, mail: smtpMail('smtp://127.0.0.1:1', 'tickets@shura.example') })
    expect(await messageOf(order)).toMatchObject({ state: 'queued' })
    const refused = smtpMail('smtp://127.0.0.1:1', 'tickets@shura.example').send({
      messageId: 'x',
      to: 'a@example.com',
      subject: '',
      text: '',
      html: '',
      attachments: [],
    })
    await expect(refused).rejects.not.toBeInstanceOf(MessageRefused)
  })
})
