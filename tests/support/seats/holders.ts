import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { makeCustomer, makeMembership, signInAs } from '#tests/support/buyers/customers.ts'
import { fromHere } from '#tests/support/buyers/house.ts'

/** A customer who may make unpaid holds. @returns customerId */
export async function makeMember(): Promise<number> {
  const customerId = await makeCustomer()
  await makeMembership(customerId)
  return customerId
}

/** Another browser of a customer that has locked these seats. @returns its uuid */
export async function browserOf(customerId: number, seats: readonly SeatAddress[]): Promise<string> {
  const uuid = randomUUID()
  await signInAs(uuid, customerId)
  for (const seat of seats) expect((await lock(seat, fromHere(uuid))).ok).toBe(true)
  return uuid
}
