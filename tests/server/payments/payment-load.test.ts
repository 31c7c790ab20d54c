import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { deadlocks } from '#tests/support/database/deadlocks.ts'
import { FaultBuyer } from '#tests/support/buyers/fault-buyer.ts'
import { FaultyProvider } from '#tests/support/providers/faulty-provider.ts'
import { buildHouse, fromHere, PLACE, seatAt } from '#tests/support/buyers/house.ts'

const BUYERS = 200
const provider = new FaultyProvider()

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 20, seatsPerRow: 20, places: 2000 })
  replaceProvider(provider)
})
afterAll(() => replaceProvider(undefined))

/** Four kinds in turn: a card; a card whose charge first gets no answer; a wallet in two tabs; a wallet whose seat is lost. */
async function buy(n: number): Promise<FaultBuyer> {
  const row = Math.floor(n / 20) + 1
  const seats = n % 5 === 4 ? [PLACE, PLACE] : [seatAt((n % 20) + 1, row)]
  const buyer = new FaultBuyer(provider, seats)
  await buyer.hold()
  const forms = [await buyer.openForm(), await buyer.openForm()]
  const identifiers = forms.map(({ formName }) => provider.fillIn(formName, n % 4 < 2 ? 'card' : 'wallet'))
  if (n % 4 === 1) provider.plan(buyer.uuid, 'charge', 'silentBefore', 'silentAfter')
  if (n % 4 === 3) await buyer.age(3_600)
  const rival = seats[0] && n % 8 === 3 ? lock(seats[0], fromHere((await stranger()).uuid)) : undefined
  await Promise.all([
    ...identifiers.map((identifier) => buyer.commit(identifier)),
    rival,
    ...forms.map((form) => buyer.tell(form.formName)),
  ])
  return buyer
}

async function stranger(): Promise<FaultBuyer> {
  const one = new FaultBuyer(provider, [])
  await database().query('INSERT INTO session (uuid) VALUES ($1)', [one.uuid])
  return one
}

test(`${String(BUYERS)} payments, retries, refunds and reconcilers at once: no deadlock, and the books add up`, async () => {
  const before = await deadlocks()
  let isOver = false
  const reconciling = [1, 2].map(async () => {
    while (!isOver) await reconcile()
  })
  const buyers = await Promise.all(Array.from({ length: BUYERS }, (_, n) => buy(n)))
  isOver = true
  await Promise.all(reconciling)
  for (const one of buyers) await Promise.all(one.ghosts)
  for (let round = 0; round < 12; round++) {
    for (const one of buyers) await one.age(31)
    await Promise.all([reconcile(), reconcile()])
  }
  await checkInvariants()
  const wrong = []
  for (const one of buyers) {
    const [own, theirs] = [await one.ownNet(), provider.netOf(one.uuid)]
    const paid = (await one.orders()).filter((state) => state === 'paid').length
    if (own !== theirs || paid > 1 || paid > 0 !== theirs > 0 || one.lies.length > 0) wrong.push({ own, theirs, paid, lies: one.lies })
  }
  expect(wrong).toEqual([])
  expect((await deadlocks()) - before).toBe(0)
}, 600_000)
