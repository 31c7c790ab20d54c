import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { database } from '#lib/server/platform/db/connect.ts'
import { encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { hashPassword } from '#lib/server/customers/sign-in/password-hash.ts'
import { indexOf } from '#lib/server/customers/session/security-log.ts'
import { ms, percentile, scaled, type Bench } from '#tests/bench/bench.ts'

/** People of each kind who are asked for. */
const PEOPLE = 500
/** Most that the median times may differ by, in ms. */
const LIMIT = 5
/** After so many calls the codes so far count as entered, so that SMS goes on. */
const ROUND = 50

interface Asked {
  readonly isKnown: boolean
  readonly body: object
  /** Where it is asked; a code for the personal area, unless told otherwise. */
  readonly path?: string
}

interface Heard {
  readonly isKnown: boolean
  readonly time: number
  readonly answer: string
}

/**
 * Asks for codes and links to people whom the shop knows and to others, and tries wrong passwords of both, in turn and each from a session of its own: neither
 * answer nor time may tell which is which.
 */
export async function benchSignIn({ origin, print }: Bench): Promise<void> {
  const people = scaled(PEOPLE)
  await addCustomers(people)
  const byNumber = (n: number): Asked[] => [
    { isKnown: true, body: { mobileNumber: mobileOf('0501', n) } },
    { isKnown: false, body: { mobileNumber: mobileOf('0502', n) } },
  ]
  const bySsn = (n: number): Asked[] => [
    { isKnown: true, body: { ssn: ssnOf(2_000_000 + n) } },
    { isKnown: false, body: { ssn: ssnOf(4_000_000 + n) } },
  ]
  const byLink = pairOfAddresses('/api/customer-area/link', (customerEmail) => ({ customerEmail }))
  const byPassword = pairOfAddresses('/api/customer/login', (email) => ({ email, password: 'not the password' }))
  const ways = { 'mobile number': byNumber, 'ID number': bySsn, link: byLink, password: byPassword }
  for (const [name, pairOf] of Object.entries(ways)) {
    await askAll(origin, Array.from({ length: 50 }, (_, n) => pairOf(n + people)).flat()) // the process gets warm
    const asked = Array.from({ length: people }, (_, n) => pairOf(n)).map((pair, n) => (n % 2 ? pair : pair.toReversed()))
    report(name, await askAll(origin, asked.flat()), print)
  }
}

function pairOfAddresses(path: string, bodyOf: (email: string) => object) {
  return (n: number): Asked[] => [
    { isKnown: true, path, body: bodyOf(emailOf('known', n)) },
    { isKnown: false, path, body: bodyOf(emailOf('unknown', n)) },
  ]
}

function emailOf(who: string, n: number): string {
  return `${who}${String(n)}@shura.example`
}

function mobileOf(prefix: string, n: number): string {
  return `${prefix}${String(n).padStart(6, '0')}`
}

/** Nine digits with the right check digit. */
function ssnOf(n: number): string {
  const digits = String(n).padStart(8, '0')
  const sum = [...digits].reduce((total, digit, place) => {
    const product = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (product > 9 ? product - 9 : product)
  }, 0)
  return `${digits}${String((10 - (sum % 10)) % 10)}`
}

async function addCustomers(people: number): Promise<void> {
  const passwordHash = await hashPassword('the password of all')
  for (let n = 0; n < people + 50; n++) {
    await database().query(
      `INSERT INTO customer (first_name, mobile_number, email, is_email_proved, password_hash) VALUES ('לקוח', $1, $2, true, $3)`,
      [mobileOf('0501', n), emailOf('known', n), passwordHash],
    )
    const ssn = ssnOf(2_000_000 + n)
    await database().query(`INSERT INTO customer (first_name, mobile_number, ssn_index, ssn_encrypted) VALUES ('לקוח', $1, $2, $3)`, [
      ...[mobileOf('0503', n), indexOf('ssn', ssn).toString('hex'), encryptText(ssn)],
    ])
  }
}

async function askAll(origin: string, asked: readonly Asked[]): Promise<Heard[]> {
  const heard: Heard[] = []
  for (const [n, one] of asked.entries()) {
    if (n % ROUND === 0) await database().query('UPDATE sign_in_code SET entered_at = now() WHERE entered_at IS NULL')
    heard.push(await ask(origin, one))
  }
  return heard
}

async function ask(origin: string, { isKnown, body, path = '/api/customer-area/mobile-login' }: Asked): Promise<Heard> {
  const headers = { ...(await newSession()), 'content-type': 'application/json' }
  const sentAt = performance.now()
  const response = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await response.text()
  const time = performance.now() - sentAt
  const kept = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
  return { isKnown, time, answer: JSON.stringify([response.status, kept, text]) }
}

/** A browser's session, written straight into the database. */
async function newSession(): Promise<Record<string, string>> {
  const [uuid, sid] = [randomUUID(), randomBytes(32).toString('base64url')]
  await database().query('INSERT INTO session (uuid, sid_hash) VALUES ($1, $2)', [uuid, createHash('sha256').update(sid).digest()])
  return { uuid, cookie: `sid=${sid}` }
}

function report(name: string, heard: readonly Heard[], print: Bench['print']): void {
  const timesOf = (known: boolean) => heard.filter(({ isKnown }) => isKnown === known).map(({ time }) => time)
  const [known, unknown] = [percentile(timesOf(true), 0.5), percentile(timesOf(false), 0.5)]
  const answers = new Set(heard.map(({ answer }) => answer)).size
  const difference = Math.abs(known - unknown)
  print(
    `sign-in by ${name}, ${String(heard.length / 2)} known and as many unknown: ${String(answers)} different answer${answers === 1 ? '' : 's'} (status, headers, bytes); ` +
      `median known ${ms(known)}, unknown ${ms(unknown)}, difference ${difference.toFixed(2)} ms; ratio to the ${String(LIMIT)} ms allowed: ${(difference / LIMIT).toFixed(2)}`,
  )
  if (answers !== 1 || difference > LIMIT) throw new Error('Who asks can tell whether the shop knows somebody.')
}
