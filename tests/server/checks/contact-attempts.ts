import { createHash, randomUUID } from 'node:crypto'
import { accept } from '#lib/domain/result.ts'
import { namedCallerOf } from '#lib/server/customers/area/area-answer.ts'
import { confirmNewContact } from '#lib/server/customers/account/customer-details.ts'
import { enterCode } from '#lib/server/customers/sign-in/sign-in-code-entry.ts'
import { codeHash, targetKey, type CodePurpose } from '#lib/server/customers/sign-in/sign-in-code.ts'
import { finishSocialSignIn } from '#lib/server/customers/sign-in/social.ts'
import { encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { readCustomer } from '#lib/server/customers/session/customer-row.ts'
import { makeLink } from '#lib/server/customers/sign-in/sign-in-link-token.ts'
import { peekLink } from '#lib/server/customers/sign-in/sign-in-link-peek.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import {
  aCustomer,
  cookiesOf,
  countOf,
  expireSignIn,
  withOldSecret,
  type CustomerPerson,
  type Person,
} from '#tests/support/checks/people.ts'
import type { SigningIn } from '#lib/server/customers/sign-in/signing-in.ts'
import type { Attempt } from '#tests/support/checks/test-checks.ts'

const CODE = '271828'
const NUMBER = '0541112233'

/** A code that was sent, for a customer’s new number or for signing in. */
async function sendCode({ sidHash }: Person, customerId: number, purpose = 'contact'): Promise<void> {
  const id = randomUUID()
  await database().query(
    `INSERT INTO sign_in_code (code_id, sid_hash, purpose, channel, target, recipient, sealed_target, customer_id, code_hash, is_sent, expires_at)
     VALUES ($1, $2, $3, 'sms', '', $4, $5, $6, $7, true, now() + interval '5 minutes')`,
    [id, sidHash, purpose, targetKey(NUMBER), encryptText(NUMBER), customerId, codeHash(id, CODE)],
  )
}

/** Asks whether a code is accepted. */
async function isTaken(
  visitor: Person,
  entry: { readonly code?: string; readonly target?: string; readonly purposes?: readonly CodePurpose[] } = {},
): Promise<boolean> {
  const asked = { visitor, caller: null, purposes: ['order'] as const, code: CODE, ...entry }
  return (await enterCode(asked, () => Promise.resolve(accept(null)))).ok
}

async function sentTo(purpose = 'order'): Promise<CustomerPerson> {
  const customer = await aCustomer()
  await sendCode(customer, customer.customerId, purpose)
  return customer
}

/** What a call passes on of a sign-in. */
function askedBy(visitor: Person) {
  const request = new Request('http://127.0.0.1/')
  return {
    visitor,
    source: { caller: null, network: null },
    request,
    locale: 'he',
    context: { cookies: cookiesOf() },
  } as unknown as SigningIn
}

/** Asks whether a visitor who opens a link is taken for its owner, and so not asked to confirm. */
async function isTakenForOwner(spoil: (customer: CustomerPerson) => Promise<Person>): Promise<boolean> {
  const email = `${randomUUID()}@example.com`
  const customer = await aCustomer({ email })
  const token = (await makeLink(email)).split('=').at(-1) ?? ''
  const seen = await peekLink(askedBy(await spoil(customer)), token)
  if (!seen.ok) throw new Error(seen.refusal.code)
  return !seen.value.isToBeAsked
}

/** Attempts on the ownership of numbers, addresses and links. */
export const CONTACT_ATTEMPTS = {
  'a call changes the customer it names': async () => {
    const [customer, other] = [await aCustomer(), await aCustomer()]
    const asked = { visitor: customer, source: { caller: null, network: null }, locale: 'he' } as const
    return (await namedCallerOf(asked, other.customerId)).ok
  },
  'a code that is out is the customer’s own': async () => {
    const customer = await aCustomer()
    await sendCode(customer, (await aCustomer()).customerId)
    return (await readCustomer(customer.customerId, customer.sidHash)).pending !== null
  },
  'a code that is out is this browser’s': async () => {
    const customer = await aCustomer()
    await sendCode(await aCustomer(), customer.customerId)
    return (await readCustomer(customer.customerId, customer.sidHash)).pending !== null
  },
  'a code works in the browser that asked': async () => {
    await database().query('DELETE FROM sign_in_code')
    await sentTo()
    return isTaken(await aCustomer())
  },
  'a code is for what it was asked for': async () => isTaken(await sentTo('area')),
  'a code is for the number it was sent to': async () => isTaken(await sentTo(), { target: '0549998877' }),
  'a code is the one that was sent': async () => isTaken(await sentTo(), { code: '314159' }),
  'a new number is the customer’s who asked': async () => {
    const customer = await aCustomer()
    await sendCode(customer, (await aCustomer()).customerId)
    const area = { customerId: customer.customerId, signedInBy: 'mobile', isFresh: true } as const
    const confirmed = await confirmNewContact({ visitor: customer, customer: area, caller: null, locale: 'he' }, CODE)
    await database().query('UPDATE customer SET mobile_number = NULL')
    return confirmed.ok
  },
  'a social sign-in ends in the browser where it began': async () => {
    const state = randomUUID()
    const row = [createHash('sha256').update(state).digest(), (await aCustomer()).sidHash]
    await database().query(
      `INSERT INTO social_sign_in (state_hash, sid_hash, provider, nonce, verifier, return_to) VALUES ($1, $2, 'sandbox', '', '', '/')`,
      row,
    )
    await finishSocialSignIn(askedBy(await aCustomer()), 'sandbox', `?state=${state}&code=1`)
    return (await countOf('social_sign_in WHERE state_hash = $1', [row[0]])) === 0
  },
  'a link greets with the secret': () => isTakenForOwner((customer) => Promise.resolve(withOldSecret(customer))),
  'a link greets while signed in': () =>
    isTakenForOwner(async (customer) => {
      await expireSignIn(customer)
      return customer
    }),
} as const satisfies Readonly<Record<string, Attempt>>
