import { refuse, accept, type Result } from '#lib/domain/result.ts'
import { normaliseEmail } from '#lib/domain/customers/email-address.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { checkPassword, hashPassword, LineFull, type PasswordCheck } from './password-hash.ts'
import { logSecurity } from '#lib/server/customers/session/security-log.ts'
import { signInProved, type SigningIn } from './signing-in.ts'
import { passwordLimits } from './password-limits.ts'
import { countTry, takeBackTries } from '#lib/server/customers/session/sign-in-tries.ts'

/**
 * Signs in with a proved e-mail address and the customer's password. All failures look alike and take the same time. Refusals: LOGIN_FAILED, TOO_MANY_REQUESTS,
 * MISSING_UUID.
 */
export async function logInByPassword(asked: SigningIn, email: string, password: string): Promise<Result<null>> {
  const address = normaliseEmail(email) ?? email.trim().toLowerCase()
  const { caller } = asked.source
  const tries = await countTry({ uuid: asked.visitor.uuid, caller }, await passwordLimits(asked, address))
  if (!tries.ok) return tries
  const done = await checkAndSignIn(asked, address, password)
  if (done.ok) await takeBackTries(tries.value)
  else if (done.refusal.code === 'LOGIN_FAILED')
    await logSecurity(database(), { action: 'login failed', uuid: asked.visitor.uuid, caller, facts: { by: 'password' } })
  return done
}

/** A customer with a correct password, and the hash that it matched. */
interface Checked {
  readonly id: number
  readonly hash: string
}

/** Maximum number of checks if the password keeps changing meanwhile. */
const ROUNDS = 3

/** Repeats the check unless the hash is still the customer's when the sign-in commits. */
async function checkAndSignIn(asked: SigningIn, address: string, password: string): Promise<Result<null>> {
  for (let round = 0; round < ROUNDS; round++) {
    const checked = await customerWithPassword(address, password)
    if (!checked.ok) return checked
    const customer = checked.value
    if (!customer) return refuse('LOGIN_FAILED')
    const done = await inTransaction(async (client) =>
      (await isStillRight(client, address, customer))
        ? signInProved(client, asked, { customerId: customer.id, by: 'password' })
        : undefined,
    )
    if (done) return done
  }
  return refuse('LOGIN_FAILED')
}

/** Locks the customer, so that a concurrent password change comes before, or comes after and ends this sign-in with the others. */
async function isStillRight(client: Queryable, address: string, { id, hash }: Checked): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'is-password-still-right',
    text: `SELECT FROM customer WHERE customer_id = $1 AND password_hash = $2 AND lower(email) = $3 AND is_email_proved AND deleted_at IS NULL
           FOR NO KEY UPDATE`,
    values: [id, hash, address],
  })
  return rowCount === 1
}

async function customerWithPassword(address: string, password: string): Promise<Result<Checked | undefined>> {
  const { rows } = await database().query<{ id: number; hash: string | null }>({
    name: 'customer-by-password',
    text: `SELECT customer_id AS id, password_hash AS hash FROM customer WHERE lower(email) = $1 AND is_email_proved AND deleted_at IS NULL`,
    values: [address],
  })
  const found = rows[0]
  const checked = await checkInTurn(password, found?.hash ?? null)
  if (!checked.ok) return checked
  if (!found?.hash || !checked.value.isRight) return accept(undefined)
  const renewed = checked.value.isOutdated ? await renewHash(found.id, found.hash, password) : undefined
  return accept({ id: found.id, hash: renewed ?? found.hash })
}

async function checkInTurn(password: string, hash: string | null): Promise<Result<PasswordCheck>> {
  try {
    return accept(await checkPassword(password, hash))
  } catch (error) {
    if (error instanceof LineFull) return refuse('TOO_MANY_REQUESTS', { seconds: 2 })
    throw error
  }
}

/** Rehashes at today's cost unless the password was changed meanwhile. If the queue is full, a later sign-in does it. @returns the new hash, if stored */
async function renewHash(customerId: number, before: string, password: string): Promise<string | undefined> {
  const hash = await hashPassword(password).catch((error: unknown) => {
    if (error instanceof LineFull) return undefined
    throw error
  })
  if (hash === undefined) return undefined
  const { rowCount } = await database().query({
    name: 'renew-password-hash',
    text: 'UPDATE customer SET password_hash = $3 WHERE customer_id = $1 AND password_hash = $2',
    values: [customerId, before, hash],
  })
  return rowCount === 1 ? hash : undefined
}
