import { beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { makeCustomer } from '#tests/support/buyers/customers.ts'
import { codeOf, enter, newNumber, send, WRONG } from '#tests/support/buyers/code-office.ts'
import { countdown } from '#tests/support/browser/countdown.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { codeTo, forgetCodes, ageCodes, newVisitor, openConnections, sentCodes } from '#tests/support/buyers/sign-in.ts'

beforeAll(async () => {
  await freshDatabase()
  await openConnections()
})
beforeEach(forgetCodes)

function repeat<T>(times: number, make: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, n) => make(n)))
}

/** Asks one after the other, each from a session of its own. */
async function sendFromEach(times: number, target: string, between: number) {
  const answers = []
  for (let n = 0; n < times; n++) {
    answers.push(await send(await newVisitor(), target))
    await ageCodes(between)
  }
  return answers
}

/** Refused for the 20 seconds between two messages, less the elapsed time. */
function isPaused(answer: Awaited<ReturnType<typeof send>>): boolean {
  const seconds = answer.ok || answer.refusal.code !== 'TOO_MANY_REQUESTS' ? 0 : Number(answer.refusal.facts?.seconds)
  return seconds > 0 && seconds <= 20
}

test('R2.62 answers the remaining messages and the seconds to the next one', async () => {
  const visitor = await newVisitor()
  const number = newNumber()
  const expectSeconds = countdown()
  expect(await send(visitor, number)).toEqual({ ok: true, value: { messagesLeft: 2, secondsToNext: 20 } })
  await ageCodes(100)
  expect(await send(visitor, number)).toEqual({ ok: true, value: { messagesLeft: 1, secondsToNext: 20 } })
  await ageCodes(100)
  const last = await send(visitor, number)
  expect(last).toMatchObject({ ok: true, value: { messagesLeft: 0 } })
  expectSeconds(last.ok && last.value.secondsToNext, 700)
})

test('sends one message to a number per 20 seconds, however many sessions ask at once', async () => {
  const number = newNumber()
  const visitors = await repeat(20, newVisitor)
  const answers = await Promise.all(visitors.map((visitor) => send(visitor, number)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers.filter(isPaused)).toHaveLength(19)
  expect(await sentCodes(number)).toHaveLength(1)
  await ageCodes(1)
  expect(codeOf(await send(await newVisitor(), number))).toBe('TOO_MANY_REQUESTS')
  await ageCodes(19)
  expect(await send(await newVisitor(), number)).toMatchObject({ ok: true })
})

test('sends three messages to a number in 15 minutes and five in a day', async () => {
  const number = newNumber()
  expect((await sendFromEach(5, number, 60)).map(codeOf)).toEqual([null, null, null, 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'])
  await ageCodes(900)
  expect((await sendFromEach(4, number, 400)).map(codeOf)).toEqual([null, null, 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'])
  await ageCodes(86_400 - 300 - 900 - 1600)
  expect(await send(await newVisitor(), number)).toMatchObject({ ok: true })
})

test('counts an unknown number like a known one', async () => {
  const number = newNumber()
  const ask = async () => send(await newVisitor(), number, { isSent: false })
  expect(await ask()).toEqual({ ok: true, value: { messagesLeft: 2, secondsToNext: 20 } })
  expect(isPaused(await ask())).toBe(true)
})

test('lets an address ask for ten codes an hour for any numbers, also at once; this machine is not limited', async () => {
  const visitors = await repeat(30, newVisitor)
  const answers = await Promise.all(visitors.map((visitor) => send(visitor, newNumber(), { caller: '203.0.113.7' })))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(10)
  expect(await send(await newVisitor(), newNumber(), { caller: '203.0.113.8' })).toMatchObject({ ok: true })
  const here = await repeat(15, async () => send(await newVisitor(), newNumber()))
  expect(here.every(({ ok }) => ok)).toBe(true)
  await ageCodes(3601)
  expect(await send(await newVisitor(), newNumber(), { caller: '203.0.113.7' })).toMatchObject({ ok: true })
})

test('allows five of these ten by ID number', async () => {
  const caller = '203.0.113.10'
  const bySsn = async (n: number) => send(await newVisitor(), newNumber(), { caller, asked: { by: 'ssn', text: String(100_000_000 + n) } })
  const answers = []
  for (let n = 0; n < 7; n++) answers.push(await bySsn(n))
  expect(answers.map(codeOf)).toEqual([...Array<null>(5).fill(null), 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'])
  expect(await send(await newVisitor(), newNumber(), { caller })).toMatchObject({ ok: true })
  const other = '203.0.113.12'
  for (let n = 0; n < 6; n++) await send(await newVisitor(), newNumber(), { caller: other })
  expect(await send(await newVisitor(), newNumber(), { caller: other, asked: { by: 'ssn', text: '200000000' } })).toMatchObject({
    ok: true,
  })
})

test('lets a session ask for ten codes an hour', async () => {
  const visitor = await newVisitor()
  const answers = await repeat(15, () => send(visitor, newNumber()))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(10)
})

test('sends a mobile number no more messages by several ID numbers, and does not say so, because that would reveal the owner', async () => {
  const number = newNumber()
  const bySsn = async (text: string) => send(await newVisitor(), number, { asked: { by: 'ssn', text } })
  const answers = [await send(await newVisitor(), number)]
  for (const id of ['000000018', '000000026', '000000042']) answers.push(await bySsn(id))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await sentCodes(number)).toHaveLength(1)
})

test('sends three messages to a mobile number in 15 minutes and five in a day, by whatever ID numbers', async () => {
  const number = newNumber()
  const ids = ['000000018', '000000026', '000000042', '000000059', '000000067', '000000075', '000000083', '000000091']
  const sent: number[] = []
  for (const text of ids) {
    expect(await send(await newVisitor(), number, { asked: { by: 'ssn', text } })).toMatchObject({ ok: true })
    sent.push((await sentCodes(number)).length)
    await ageCodes(sent.length === 5 ? 900 : 21)
  }
  expect(sent).toEqual([1, 2, 3, 3, 3, 4, 5, 5])
})

test('does not count what was not sent to a number', async () => {
  const number = newNumber()
  const bySsn = async (text: string, isSent: boolean) => send(await newVisitor(), number, { isSent, asked: { by: 'ssn', text } })
  await bySsn('000000018', false)
  await bySsn('000000026', true)
  expect(await sentCodes(number)).toHaveLength(1)
})

test('logs a reached limit in the security log, once a minute per visitor and without a number', async () => {
  const visitor = await newVisitor()
  const number = newNumber()
  await send(visitor, number, { caller: '203.0.113.11' })
  for (let n = 0; n < 5; n++) await send(visitor, number, { caller: '203.0.113.11' })
  const { rows } = await database().query<{ line: string; facts: unknown }>(
    `SELECT facts, security_log::text AS line FROM security_log WHERE action = 'limit reached'`,
  )
  expect(rows).toMatchObject([{ facts: { limit: 'pause' } }])
  expect(rows[0]?.line).not.toMatch(new RegExp(`${number}|203\\.0\\.113`))
})

test('R9.12 offers the e-mail fallback once per SMS, 20 seconds after it', async () => {
  const visitor = await newVisitor()
  const number = newNumber()
  const byMail = () =>
    send(visitor, 'noa@shura.example', { channel: 'mail', isFallback: true, asked: { by: 'mobile', text: number }, customerId: null })
  expect(codeOf(await byMail())).toBe('TOO_MANY_REQUESTS') // no SMS yet
  await send(visitor, number)
  await ageCodes(15)
  expect(codeOf(await byMail())).toBe('TOO_MANY_REQUESTS')
  await ageCodes(5)
  expect(await byMail()).toMatchObject({ ok: true })
  await ageCodes(30)
  expect(codeOf(await byMail())).toBe('TOO_MANY_REQUESTS')
  expect(await sentCodes('noa@shura.example')).toMatchObject([{ channel: 'mail', subject: expect.stringContaining('קוד') as string }])
  expect(await enter(visitor, await codeTo('noa@shura.example'))).toMatchObject({
    ok: true,
    value: { channel: 'mail', target: 'noa@shura.example' },
  })
})

test('does not offer the fallback after an SMS to somebody else', async () => {
  const visitor = await newVisitor()
  await send(visitor, newNumber())
  await ageCodes(30)
  const answer = await send(visitor, 'noa@shura.example', {
    ...{ channel: 'mail' as const, isFallback: true, asked: { by: 'mobile' as const, text: newNumber() } },
  })
  expect(codeOf(answer)).toBe('TOO_MANY_REQUESTS')
})

test('answers a fallback without an address the same and keeps the SMS code; one with an address replaces it', async () => {
  const customerId = await makeCustomer()
  const ask = async (email: string | null) => {
    const visitor = await newVisitor()
    const number = newNumber()
    await send(visitor, number, { customerId })
    await ageCodes(20)
    const answer = await send(visitor, email, { channel: 'mail', isFallback: true, asked: { by: 'mobile', text: number } })
    return { answer, entered: await enter(visitor, await codeTo(number)) }
  }
  const [nowhere, somewhere] = [await ask(null), await ask('noa@shura.example')]
  expect(nowhere.answer).toEqual(somewhere.answer)
  expect(nowhere.entered).toMatchObject({ ok: true })
  expect(somewhere.entered).toEqual(WRONG)
})
