import { randomBytes, randomUUID } from 'node:crypto'
import { createContext } from 'astro/middleware'
import type { AstroCookies } from 'astro'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'
import { makeCustomer, makeMembership, signInAs } from '#tests/support/buyers/customers.ts'
import { seatAt } from '#tests/support/buyers/house.ts'

/** A visitor with a cookie. */
export type Person = Visitor & { readonly sidHash: Buffer }
export type CustomerPerson = Person & { readonly customerId: number }

export async function aBrowser(): Promise<Person> {
  const person = { uuid: randomUUID(), proof: 'cookie', sidHash: randomBytes(32) } as const
  await database().query('INSERT INTO session (uuid, sid_hash) VALUES ($1, $2)', [person.uuid, person.sidHash])
  return person
}

/** A browser in which a new customer is signed in. */
export async function aCustomer(facts: Parameters<typeof makeCustomer>[0] = {}): Promise<CustomerPerson> {
  return signedIn(await makeCustomer(facts))
}

export async function aMember(): Promise<CustomerPerson> {
  const customer = await aCustomer()
  await makeMembership(customer.customerId)
  return customer
}

export async function signedIn(customerId: number): Promise<CustomerPerson> {
  const person = await aBrowser()
  await signInAs(person.uuid, customerId)
  return { ...person, customerId }
}

/** Ages the sign-in of a browser beyond its limit. */
export async function expireSignIn({ uuid }: Visitor): Promise<void> {
  await database().query(`UPDATE session SET signed_in_at = now() - interval '91 days' WHERE uuid = $1`, [uuid])
}

/** The visitor with another secret: an earlier or a guessed one. */
export function withOldSecret<P extends Person>(person: P): P {
  return { ...person, sidHash: randomBytes(32) }
}

export function cookiesOf(headers: Readonly<Record<string, string>> = {}): AstroCookies {
  return createContext({ request: new Request('http://127.0.0.1/', { headers }), defaultLocale: 'he', clientAddress: '127.0.0.1' }).cookies
}

let seats = 0

/** A seat of the house (rows of ten) that nobody has had before. */
export function aSeat(): SeatAddress {
  seats += 1
  return seatAt((seats % 10) + 1, Math.floor(seats / 10) + 1)
}

export async function countOf(text: string, values: readonly unknown[] = []): Promise<number> {
  const { rows } = await database().query<{ count: number }>(`SELECT count(*)::int AS count FROM ${text}`, [...values])
  return rows[0]?.count ?? 0
}
