import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** What somebody typed, by the names under which calls and carts carry it. */
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
}

test('a log line never shows a code, a reference or an ID number, whatever object it came in with', async () => {
  const script = `import { log } from '#lib/server/log.ts'
    const typed = JSON.parse(process.env.TYPED)
    log().info(typed, 'plain')
    log().info({ asked: typed, cart: { line: typed } }, 'within')`
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, TYPED: JSON.stringify(TYPED), LOG_LEVEL: 'info' },
  })
  expect(stderr.match(/"msg":"(plain|within)"/g)).toHaveLength(2)
  for (const text of Object.values(TYPED)) expect(stderr).not.toContain(text)
})
