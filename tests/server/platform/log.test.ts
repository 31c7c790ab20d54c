import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** User input, by the names that calls and carts use. */
const TYPED = {
  ssn: '123456782',
  ticketCode: '000000018',
  ticketCodes: 'SECRET-A',
  reference: 'SECRET-B',
  reference2: 'SECRET-C',
  ref1: 'SECRET-D',
  ref2: 'SECRET-E',
  memberNumber: 'SECRET-F',
  systemVoucher: 'SECRET-G',
  code: 'SECRET-H',
  number: '4580458045804580',
  cvv: '739',
  password: 'SECRET-I',
  mobileNumber: '0547314821',
  email: 'noa@shura.example',
  firstName: 'SECRET-J',
  lastName: 'SECRET-K',
  recipient: 'SECRET-L',
  contact: 'SECRET-M',
  address: 'SECRET-N',
  holderId: 'SECRET-O',
  holderName: 'SECRET-P',
  uuid: 'SECRET-Q',
  sid: 'SECRET-R',
  cookie: 'SECRET-S',
  authorization: 'SECRET-T',
  recaptchaToken: 'SECRET-U',
  customerInfo: 'SECRET-V',
  body: 'SECRET-W',
  query: 'SECRET-X',
}

async function logOf(lines: string): Promise<string> {
  const { stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', `import { log } from '#lib/server/platform/log/log.ts'\n${lines}`],
    {
      env: { ...process.env, TYPED: JSON.stringify(TYPED), LOG_LEVEL: 'info' },
    },
  )
  return stderr
}

test('R3.29 never logs a card, code, reference, person or ID number, whatever object holds it', async () => {
  const log = await logOf(`
    const typed = JSON.parse(process.env.TYPED)
    log().info(typed, 'plain')
    log().info({ asked: typed, cart: { line: typed } }, 'within')`)
  expect(log.match(/"msg":"(plain|within)"/g)).toHaveLength(2)
  for (const text of Object.values(TYPED)) expect(log).not.toContain(text)
})

test('logs the message and code of an error, but not the row that a database quotes, also in its causes', async () => {
  const log = await logOf(`
    const quoting = (message) => Object.assign(new Error(message), { code: '23505', detail: 'Key (email)=(noa@shura.example) exists.' })
    log().error({ err: Object.assign(quoting('above'), { cause: quoting('beneath') }) }, 'err')
    log().error({ error: quoting('other') }, 'error')`)
  for (const text of ['above', 'beneath', 'other', '"errorCode":"23505"']) expect(log).toContain(text)
  expect(log).not.toContain('noa@shura.example')
})
