import { beforeAll, beforeEach, expect, test } from 'vitest'
import { refuse } from '#lib/domain/result.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { enterCode } from '#lib/server/customers/sign-in/sign-in-code-entry.ts'
import { makeCustomer } from '#tests/support/buyers/customers.ts'
import { codeOf, enter, newNumber, send, WRONG } from '#tests/support/buyers/code-office.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { codeTo, forgetCodes, ageCodes, newVisitor, openConnections, sentCodes, wrongCode } from '#tests/support/buyers/sign-in.ts'

beforeAll(async () => {
  await freshDatabase()
  await openConnections()
})
beforeEach(forgetCodes)

async function logged(action: string) {
  const { rows } = await database().query<{ facts: unknown; caller: Buffer | null }>(
    'SELECT facts, caller FROM security_log WHERE action = $1 ORDER BY at',
    [action],
  )
  return rows
}

test('sends a six-digit code by SMS in the form that browsers autofill on this site only, and stores a keyed hash', async () => {
  const visitor = await newVisitor()
  const number = newNumber()
  expect(await send(visitor, number)).toMatchObject({ ok: true })
  const [sent, ...more] = await sentCodes()
  expect(more).toEqual([])
  expect(sent).toMatchObject({ channel: 'sms', recipient: number, code: expect.stringMatching(/^\d{6}$/) as string })
  expect(sent?.text.split('\n').at(-1)).toBe(`@127.0.0.1 #${sent?.code ?? ''}`)
  const { rows } = await database().query<{ row: string }>('SELECT sign_in_code::text AS row FROM sign_in_code')
  expect(rows[0]?.row).not.toContain(number)
  expect(rows[0]?.row).not.toContain(sent?.code)
  expect(rows[0]?.row).not.toContain(Buffer.from(sent?.code ?? '').toString('hex'))
})

test('proves the number once by the right code, ignoring pasted spaces and dashes', async () => {
  const visitor = await newVisitor()
  const number = newNumber()
  const customerId = await makeCustomer()
  await send(visitor, number, { customerId })
  const code = await codeTo(number)
  const pasted = `\u200e${code.slice(0, 3)}-${code.slice(3)} `
  expect(await enter(visitor, pasted)).toMatchObject({
    ok: true,
    value: { purpose: 'area', channel: 'sms', target: number, customerId, isBySsn: false },
  })
  expect(await enter(visitor, code)).toEqual(WRONG)
})

test('accepts one of 20 right entries at once', async () => {
  const visitor = await newVisitor()
  const number = newNumber()
  await send(visitor, number)
  const code = await codeTo(number)
  const entries = await Promise.all(Array.from({ length: 20 }, () => enter(visitor, code)))
  expect(entries.filter(({ ok }) => ok)).toHaveLength(1)
})

test('R8.24 answers INVALID_SMS_CODE to a code of another session, purpose or number', async () => {
  const visitor = await newVisitor()
  const number = newNumber()
  await send(visitor, number)
  const code = await codeTo(number)
  expect(await enter(await newVisitor(), code)).toEqual(WRONG)
  expect(await enter({ ...visitor, sidHash: (await newVisitor()).sidHash }, code)).toEqual(WRONG)
  expect(await enter(visitor, code, { purposes: ['order', 'checkout', 'contact'] })).toEqual(WRONG)
  expect(await enter(visitor, code, { target: newNumber() })).toEqual(WRONG)
  expect(await enter(visitor, '')).toEqual(WRONG)
  expect(await enter(visitor, code, { target: number })).toMatchObject({ ok: true })
})

test('replaces the previous code by a newer one, even if that went to another number or nowhere', async () => {
  const visitor = await newVisitor()
  const [first, second, unknown] = [newNumber(), newNumber(), newNumber()]
  await send(visitor, first)
  await send(visitor, second)
  expect(await enter(visitor, await codeTo(first))).toEqual(WRONG)
  expect(await enter(visitor, await codeTo(second))).toMatchObject({ ok: true, value: { target: second } })
  await ageCodes(30)
  await send(visitor, second)
  await send(visitor, unknown, { isSent: false })
  expect(await enter(visitor, await codeTo(second))).toEqual(WRONG)
})

test('kills a code after five wrong tries and answers the right one the same; a new code works', async () => {
  const visitor = await newVisitor()
  const number = newNumber()
  await send(visitor, number)
  const code = await codeTo(number)
  for (let tries = 0; tries < 4; tries++) expect(await enter(visitor, wrongCode(code))).toEqual(WRONG)
  await ageCodes(30)
  await send(visitor, number)
  const next = await codeTo(number)
  for (let tries = 0; tries < 5; tries++) expect(await enter(visitor, wrongCode(next))).toEqual(WRONG)
  expect(await enter(visitor, next)).toEqual(WRONG)
  await ageCodes(30)
  await send(visitor, number)
  expect(await enter(visitor, await codeTo(number))).toMatchObject({ ok: true })
  expect(await logged('code refused')).toHaveLength(10)
})

test('counts 40 wrong tries at once as five', async () => {
  const visitor = await newVisitor()
  const number = newNumber()
  await send(visitor, number)
  const code = await codeTo(number)
  await Promise.all(Array.from({ length: 40 }, () => enter(visitor, wrongCode(code))))
  const { rows } = await database().query('SELECT tries_left FROM sign_in_code')
  expect(rows).toEqual([{ tries_left: 0 }])
  expect(await enter(visitor, code)).toEqual(WRONG)
})

test('expires a code after five minutes', async () => {
  const visitor = await newVisitor()
  const number = newNumber()
  await send(visitor, number)
  await ageCodes(240)
  const { rows } = await database().query('SELECT expires_at > now() AS lives FROM sign_in_code')
  expect(rows).toEqual([{ lives: true }])
  await ageCodes(61)
  expect(await enter(visitor, await codeTo(number))).toEqual(WRONG)
})

test('leaves the same rows for an unknown person, sends nothing, and no digits prove anything', async () => {
  const [known, unknown] = [await newVisitor(), await newVisitor()]
  const answers = [await send(known, newNumber()), await send(unknown, newNumber(), { isSent: false })]
  expect(answers[0]).toEqual(answers[1])
  const shape = `SELECT purpose, channel, octet_length(target) AS target, octet_length(sealed_target) AS sealed, octet_length(code_hash) AS hash, tries_left,
    customer_id, expires_at - created_at AS life FROM sign_in_code ORDER BY created_at`
  const { rows: codes } = await database().query(shape)
  expect(codes[0]).toEqual(codes[1])
  const { rows: messages } = await database().query<{ state: string; recipient: string; size: number }>(
    'SELECT state, recipient, octet_length(sealed_body) AS size FROM outbox ORDER BY created_at',
  )
  expect(messages.map(({ state }) => state)).toEqual(['sent', 'withheld'])
  expect(messages[1]).toMatchObject({ recipient: '', size: messages[0]?.size })
  // Even the withheld message would be of no use.
  await database().query(`UPDATE outbox SET state = 'sent', recipient = 'reader' WHERE state = 'withheld'`)
  expect(await enter(unknown, await codeTo('reader'))).toEqual(WRONG)
})

test('stops an address after 30 wrong codes an hour in any session, also for right ones; other addresses go on', async () => {
  const caller = '203.0.113.7'
  for (let session = 0; session < 6; session++) {
    const visitor = await newVisitor()
    const number = newNumber()
    await send(visitor, number)
    const code = await codeTo(number)
    const entries = await Promise.all(Array.from({ length: 5 }, () => enter(visitor, wrongCode(code), { caller })))
    expect(entries.map(codeOf)).toEqual(Array<string>(5).fill('INVALID_SMS_CODE'))
  }
  const visitor = await newVisitor()
  const number = newNumber()
  await send(visitor, number)
  const code = await codeTo(number)
  const refused = await enter(visitor, code, { caller })
  expect(refused).toMatchObject({ refusal: { code: 'TOO_MANY_REQUESTS', facts: { seconds: expect.any(Number) as number } } })
  expect(await enter(visitor, code, { caller: '203.0.113.8' })).toMatchObject({ ok: true })
  expect(await logged('limit reached')).toMatchObject([{ facts: { limit: 'wrong codes' } }])
})

test('does not count right codes against the wrong ones of an address', async () => {
  const caller = '203.0.113.9'
  for (let entry = 0; entry < 40; entry++) {
    const visitor = await newVisitor()
    const number = newNumber()
    await send(visitor, number)
    expect(await enter(visitor, await codeTo(number), { caller })).toMatchObject({ ok: true })
  }
})

test('answers a refusal after the code was used and keeps it spent; a failure undoes everything', async () => {
  const visitor = await newVisitor()
  const number = newNumber()
  await send(visitor, number)
  const entry = { visitor, caller: null, purposes: ['area'] as const, code: await codeTo(number) }
  await expect(enterCode(entry, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  expect(await enterCode(entry, () => Promise.resolve(refuse('CONTACT_IN_USE')))).toEqual(refuse('CONTACT_IN_USE'))
  expect(await enter(visitor, entry.code)).toEqual(WRONG)
})

test('lets a visitor by header alone neither request nor enter codes', async () => {
  const { uuid } = await newVisitor()
  const visitor = { uuid, proof: 'header' as const }
  expect(codeOf(await send(visitor, newNumber()))).toBe('MISSING_UUID')
  expect(codeOf(await enter(visitor, '123456'))).toBe('MISSING_UUID')
  expect(await sentCodes()).toEqual([])
})
