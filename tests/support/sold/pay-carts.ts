import { setTimeout as sleep } from 'node:timers/promises'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { sellMore } from '#lib/server/sold/kinds.ts'
import { cartOf } from '#tests/support/buyers/house.ts'
import { parking } from './parking.ts'

/** A payment with which a tab returns, and the time of its return, ms since 1970. */
export interface TabPayment {
  readonly uuid: string
  readonly paymentIdentifier: string
  readonly at: number
}

/** Commits carts of one parking place as tabs return with their payments; a separate process of the tests. Prints each answer. */
sellMore(parking)
await catalogue()
const told: string[] = []
for (const { uuid, paymentIdentifier, at } of JSON.parse(process.argv[2] ?? '[]') as TabPayment[]) {
  await sleep(at - Date.now())
  const made = await commit(uuid, { cart: { ...cartOf([], paymentIdentifier), vouchers: [{ SystemVoucherId: 7, Quantity: 1 }] } }, 'he')
  told.push(made.ok ? 'ok' : made.refusal.code)
}
process.stdout.write(`${JSON.stringify(told)}\n`)
process.exit(0)
