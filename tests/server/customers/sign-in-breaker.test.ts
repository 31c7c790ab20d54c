import { beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { codeOf, newNumber, send } from '#tests/support/buyers/code-office.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { forgetCodes, ageCodes, newVisitor, openConnections, sentCodes } from '#tests/support/buyers/sign-in.ts'

beforeAll(async () => {
  await freshDatabase()
  await openConnections()
})
beforeEach(forgetCodes)

/** Codes sent a minute ago, some of them entered. */
async function past({ sent, entered, secondsAgo = 60 }: { sent: number; entered: number; secondsAgo?: number }): Promise<void> {
  await database().query(
    `INSERT INTO sign_in_code (code_id, sid_hash, purpose, channel, target, recipient, sealed_target, code_hash, is_sent, created_at, expires_at, entered_at)
     SELECT gen_random_uuid(), uuid_send(gen_random_uuid()), 'area', 'sms', uuid_send(gen_random_uuid()), uuid_send(gen_random_uuid()), '', '', true,
       now() - ($3 + n * 0.01) * interval '1 second', now(), CASE WHEN n <= $2 THEN now() END FROM generate_series(1, $1::int) n`,
    [sent, entered, secondsAgo],
  )
}

async function ask(other: Parameters<typeof send>[2] = {}): Promise<string | null> {
  return codeOf(await send(await newVisitor(), newNumber(), other))
}

async function stops(): Promise<number> {
  const { rows } = await database().query(`SELECT FROM security_log WHERE action = 'sms stopped'`)
  return rows.length
}

test('R8.26 answers SMS_FAILED to everybody if fewer than 30 % of the last 100 codes were entered, and lets one through every 10 seconds', async () => {
  await past({ sent: 100, entered: 29 })
  expect(await ask()).toBeNull() // the probe
  expect([await ask(), await ask({ isSent: false }), await ask()]).toEqual(['SMS_FAILED', 'SMS_FAILED', 'SMS_FAILED'])
  expect(await sentCodes()).toHaveLength(1)
  await ageCodes(10)
  expect([await ask({ isSent: false }), await ask()]).toEqual([null, 'SMS_FAILED'])
  expect(await stops()).toBe(1)
})

test('lets one of 20 concurrent requests through', async () => {
  await past({ sent: 100, entered: 0 })
  // Delays the insert so that all ask before the first row exists.
  await database().query(`CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.2); RETURN NEW; END'`)
  await database().query('CREATE TRIGGER dawdles BEFORE INSERT ON sign_in_code FOR EACH ROW EXECUTE FUNCTION dawdle()')
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask()))
  await database().query('DROP FUNCTION dawdle CASCADE')
  expect(answers.filter((code) => code === null)).toHaveLength(1)
  expect(answers.filter((code) => code === 'SMS_FAILED')).toHaveLength(19)
})

test.each([
  ['30 % were entered', { sent: 100, entered: 30 }],
  ['there are too few to tell', { sent: 49, entered: 0 }],
  ['they went out just now: nobody could enter them yet', { sent: 100, entered: 0, secondsAgo: 0 }],
  ['it is more than an hour ago', { sent: 100, entered: 0, secondsAgo: 3700 }],
])('keeps sending SMS if %s', async (_why, codes) => {
  await past(codes)
  expect([await ask(), await ask()]).toEqual([null, null])
  expect(await stops()).toBe(0)
})

test('keeps sending e-mail while SMS is stopped', async () => {
  await past({ sent: 100, entered: 0 })
  await ask()
  expect(await ask()).toBe('SMS_FAILED')
  expect(codeOf(await send(await newVisitor(), 'noa@shura.example', { channel: 'mail', purpose: 'contact' }))).toBeNull()
})

test('R8.26 stops SMS for everybody while the provider accepts none, and resumes once it does', async () => {
  await database().query(
    `INSERT INTO outbox (message_id, channel, kind, recipient, state, failure, created_at)
     VALUES (gen_random_uuid(), 'sms', 'code', '0540000001', 'failed', 'no connection', now() - interval '1 minute')`,
  )
  expect([await ask({ isSent: false }), await ask(), await ask({ isSent: false })]).toEqual([null, 'SMS_FAILED', 'SMS_FAILED'])
  expect(await stops()).toBe(1)
  await database().query(`UPDATE sign_in_code SET created_at = now() - interval '10 seconds'`)
  expect([await ask(), await ask()]).toEqual([null, null]) // the built-in outbox has accepted the first one
})
