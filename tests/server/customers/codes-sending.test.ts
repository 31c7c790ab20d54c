import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startBackground } from '#lib/server/operations/background.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { smsHealth } from '#lib/server/outbox/sms-health.ts'
import { leaseMessages, URGENT } from '#lib/server/outbox/outbox-lease.ts'
import { enqueueSealed, type SealedMessage } from '#lib/server/outbox/outbox-sealed.ts'
import { outboxMessages } from '#lib/server/messages/outbox-view.ts'
import { sendQueued, startUrgent, urgentSent, type Providers } from '#lib/server/messages/outbox.ts'
import { smsProvider } from '#lib/server/providers/messages/messages-by-name.ts'
import { outboxMail } from '#lib/server/providers/messages/outbox-providers.ts'
import { sweep } from '#lib/server/operations/sweep.ts'
import { countdown } from '#tests/support/browser/countdown.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { ACCOUNT, BLOCKED, startSms019StandIn, type Sms019StandIn } from '#tests/support/providers/sms-019-stand-in.ts'
import { until } from '#tests/support/until.ts'

let standIn: Sms019StandIn

beforeAll(async () => {
  standIn = await startSms019StandIn()
  Object.assign(process.env, {
    SMS_PROVIDER: '019',
    SMS_019_USERNAME: ACCOUNT.username,
    SMS_019_TOKEN: ACCOUNT.token,
    SMS_SENDER: ACCOUNT.sender,
    SMS_019_API_BASE: standIn.origin,
  })
  await freshDatabase()
})
beforeEach(async () => {
  standIn.answerWith(0)
  await database().query('DELETE FROM outbox')
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => standIn.stop())

/** Stops all timers of the program until the test fires them. */
function stopTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
}

const CODE: SealedMessage = { channel: 'sms', kind: 'code', recipient: '0547314821', body: { text: 'הקוד 123456' }, expiresIn: 300 }

function queue(over: Partial<SealedMessage> = {}): Promise<void> {
  return inTransaction((client) => enqueueSealed(client, { ...CODE, ...over }))
}

async function send(providers?: Providers): Promise<number> {
  const begun = await startUrgent(providers)
  await urgentSent()
  return begun
}

interface Row {
  readonly state: string
  readonly attempts: number
  readonly failure: string | null
  readonly pause: number
  readonly sealed: boolean
}

async function rowOf(recipient = '0547314821'): Promise<Row | undefined> {
  const { rows } = await database().query<Row>(
    `SELECT state, attempts, failure, round(extract(epoch FROM next_attempt_at - now()))::int AS pause, sealed_body IS NOT NULL AS sealed
     FROM outbox WHERE recipient = $1`,
    [recipient],
  )
  return rows[0]
}

const letTimePass = () => database().query('UPDATE outbox SET next_attempt_at = now()')
const putOff = () => database().query(`UPDATE outbox SET next_attempt_at = now() + interval '1 minute'`)

describe('a code', () => {
  it('is sent once, and its text is then deleted', async () => {
    const before = standIn.texts.length
    await queue()
    expect(await rowOf()).toMatchObject({ state: 'queued', sealed: true })
    const begun = await Promise.all([send(), send(), send()])
    expect(begun.reduce((sum, one) => sum + one)).toBe(1)
    expect(standIn.texts.slice(before)).toMatchObject([{ to: '0547314821', text: 'הקוד 123456' }])
    expect(await rowOf()).toMatchObject({ state: 'sent', sealed: false, failure: null })
  })

  it('is never readable in its row', async () => {
    await queue()
    const { rows } = await database().query<{ all: string }>('SELECT outbox::text AS all FROM outbox')
    expect(rows[0]?.all).not.toContain('123456')
    expect(rows[0]?.all).not.toContain(Buffer.from('123456').toString('hex'))
  })

  it('is not sent after it has expired', async () => {
    const before = standIn.texts.length
    await queue({ expiresIn: -1 })
    expect(await send()).toBe(0)
    expect(standIn.texts.length).toBe(before)
    expect(await rowOf()).toMatchObject({ state: 'failed', failure: 'expired', sealed: false })
  })

  it('is tried three times, two and four seconds apart; then SMS counts as down', async () => {
    standIn.answerWith(4)
    await queue()
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect(await smsHealth()).toMatchObject({ isDown: false })
      const expectPause = countdown()
      expect(await send()).toBe(1)
      if (attempt < 3) expectPause((await rowOf())?.pause, 2 * attempt)
      await putOff()
      expect(await send()).toBe(0)
      await letTimePass()
    }
    expect(await rowOf()).toMatchObject({ state: 'failed', attempts: 3, failure: 'SmsNotTaken 019 status 4', sealed: false })
    expect(await send()).toBe(0)
    expect(await smsHealth()).toMatchObject({ isDown: true })
    standIn.answerWith(0)
    await queue({ recipient: '0547314822' })
    await send()
    expect(await smsHealth()).toMatchObject({ isDown: false })
  })

  it('to a blocked number is not retried, and does not count against SMS', async () => {
    await queue({ recipient: BLOCKED })
    await send()
    expect(await rowOf(BLOCKED)).toMatchObject({
      state: 'failed',
      attempts: 1,
      failure: 'refused: SmsNotTaken 019 status 8',
      sealed: false,
    })
    expect(await smsHealth()).toEqual({ isDown: false, failedAgo: null })
  })

  it('does not count against SMS forever', async () => {
    standIn.answerWith(4)
    await queue()
    for (let attempt = 1; attempt <= 3; attempt++) {
      await send()
      await letTimePass()
    }
    expect((await smsHealth()).isDown).toBe(true)
    await database().query(`UPDATE outbox SET created_at = now() - interval '5 minutes 1 second'`)
    expect((await smsHealth()).isDown).toBe(false)
  })

  it('for an unknown person is never sent and never shown', async () => {
    const before = standIn.texts.length
    await queue({ isWithheld: true })
    expect(await send()).toBe(0)
    expect(await sendQueued()).toBe(0)
    expect(standIn.texts.length).toBe(before)
    const { rows } = await database().query('SELECT state, recipient FROM outbox')
    expect(rows).toEqual([{ state: 'withheld', recipient: '' }])
    expect(await smsHealth()).toMatchObject({ isDown: false })
  })

  it('is released if the sending process dies, at most three times', async () => {
    await queue()
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect(await leaseMessages(URGENT, 5)).toHaveLength(1)
      expect(await leaseMessages(URGENT, 5)).toHaveLength(0)
      await letTimePass()
    }
    expect(await send()).toBe(0)
    expect(await rowOf()).toMatchObject({ state: 'failed', failure: 'given up', sealed: false })
  })

  it('is sent before less urgent messages', async () => {
    await queue({ recipient: '0547314823' })
    await queue({ recipient: '0547314824' })
    await database().query(`UPDATE outbox SET priority = 20 WHERE recipient = '0547314824'`)
    expect(await leaseMessages(URGENT, 1)).toMatchObject([{ recipient: '0547314824' }])
  })

  it('waits for no other: one without an answer fails after ten seconds while others go out', async () => {
    const hanging: Providers = { mail: outboxMail, sms: { name: 'mute', send: () => new Promise(() => undefined) } }
    stopTimers()
    await queue({ recipient: '0547314825' })
    expect(await startUrgent(hanging)).toBe(1)
    await queue()
    expect(await startUrgent({ mail: outboxMail, sms: smsProvider() })).toBe(1)
    await until(async () => (await rowOf())?.state === 'sent')
    vi.advanceTimersByTime(9_999)
    expect(await rowOf('0547314825')).toMatchObject({ state: 'queued', failure: null })
    vi.advanceTimersByTime(1)
    await urgentSent()
    expect(await rowOf('0547314825')).toMatchObject({ state: 'queued', attempts: 1, failure: 'Error ETIMEDOUT' })
  })
})

describe('the background', () => {
  it('sends a code as soon as its transaction commits, and nothing of a rolled-back one', async () => {
    stopTimers() // its rounds run only when woken
    const background = startBackground(Promise.resolve())
    const isSent = (count: number) =>
      until(() => {
        vi.advanceTimersByTime(0)
        return standIn.texts.length >= count
      })
    try {
      for (let round = 1; round <= 4; round++) {
        const before = standIn.texts.length
        await queue({ recipient: `054731482${String(round)}` })
        await isSent(before + 1)
      }
      const before = standIn.texts.length
      const failing = inTransaction(async (client) => {
        await enqueueSealed(client, CODE)
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow()
      await queue({ recipient: '0547314829' })
      await isSent(before + 1)
      expect(standIn.texts.slice(before)).toMatchObject([{ to: '0547314829' }])
    } finally {
      await background.stop()
    }
  })

  it('deletes texts after an hour and recipients after a week', async () => {
    await queue({ channel: 'mail', isWithheld: true })
    await queue({ channel: 'mail', recipient: 'noa@example.com', body: { subject: 'הקוד', text: '654321' } })
    expect(await outboxMessages()).toMatchObject([{ to: 'noa@example.com', subject: 'הקוד', text: '654321', state: 'sent', kind: 'code' }])
    await sweep()
    expect(await outboxMessages()).toHaveLength(1)
    await database().query(`UPDATE outbox SET created_at = now() - interval '61 minutes'`)
    await sweep()
    expect(await outboxMessages()).toHaveLength(0)
    expect((await database().query('SELECT FROM outbox WHERE sealed_body IS NULL')).rowCount).toBe(1)
    await database().query(`UPDATE outbox SET created_at = now() - interval '8 days'`)
    await sweep()
    expect((await database().query('SELECT FROM outbox')).rowCount).toBe(0)
  })
})

describe('a warning', () => {
  it('waits its turn and is retried for longer than a code', async () => {
    standIn.answerWith(6)
    await queue({ kind: 'contact changed', expiresIn: 86_400 })
    expect(await send()).toBe(0)
    const expectPause = countdown()
    await sendQueued()
    const row = await rowOf()
    expect(row).toMatchObject({ state: 'queued', attempts: 1, sealed: true })
    expectPause(row?.pause, 15)
    standIn.answerWith(0)
    await letTimePass()
    expect(await sendQueued()).toBe(1)
    expect(await rowOf()).toMatchObject({ state: 'sent', sealed: false })
  })
})
