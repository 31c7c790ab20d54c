import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { play } from '#lib/server/vod/watch.ts'
import { openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { FaultBuyer } from '#tests/support/buyers/fault-buyer.ts'
import { cellOf } from '#tests/support/database/database.ts'
import { FaultyProvider } from '#tests/support/providers/faulty-provider.ts'
import { addFilms, FILM, FILM_PRICE, RARE } from '#tests/support/sold/films.ts'

openCancelHouse()
beforeAll(addFilms)

const provider = new FaultyProvider()
beforeEach(() => {
  replaceProvider(provider)
})

/** Somebody who has a film in the cart, and whose form is open. */
async function payer(vodId = FILM) {
  const buyer = new FaultBuyer(provider, [], [{ vodId }])
  await buyer.hold()
  return { buyer, ...(await buyer.openForm()) }
}

/** Whether pressing play is answered as by somebody who has bought it. */
async function mayPlay({ uuid }: FaultBuyer, vodId = FILM): Promise<boolean> {
  const visitor = { uuid, proof: 'cookie', sidHash: Buffer.alloc(32, 7) } as const
  return (await play({ visitor, vodId, resId: null }, { name: '', replaces: null })).ok
}

describe('a film whose payment', () => {
  test.each([
    ['was charged without an answer is paid and played, once', 'silentAfter', 1],
    ['was neither charged nor answered is neither paid nor played', 'silentBefore', 0],
  ] as const)('%s', async (_name, fault, times) => {
    const { buyer, formName } = await payer()
    provider.plan(buyer.uuid, 'charge', fault)
    provider.plan(buyer.uuid, 'find', 'silentBefore', 'silentBefore')
    const cart = buyer.cartBy(provider.fillIn(formName, 'card'))
    expect(await commit(buyer.uuid, { cart }, 'he')).toMatchObject({ refusal: { code: 'PAYMENT_PENDING' } })
    expect(await mayPlay(buyer)).toBe(false)
    expect(await buyer.settle()).toBeLessThanOrEqual(120)
    expect((await commit(buyer.uuid, { cart }, 'he')).ok).toBe(times === 1)
    expect([buyer.lies, await buyer.ownNet(), provider.netOf(buyer.uuid)]).toEqual([[], times * FILM_PRICE, times * FILM_PRICE])
    expect(await mayPlay(buyer)).toBe(times === 1)
    expect(await cellOf('SELECT count(play_until)::int FROM film_ticket')).toBe(times)
  })

  test('came after the browser was closed is sold', async () => {
    const { buyer, formName } = await payer()
    await buyer.age(3_600)
    provider.fillIn(formName, 'wallet')
    await buyer.tell(formName)
    await buyer.settle()
    expect([await buyer.orders(), provider.netOf(buyer.uuid), await mayPlay(buyer)]).toEqual([['paid'], FILM_PRICE, true])
  })

  test('came after its last ticket went to another goes back whole', async () => {
    const { buyer, formName } = await payer(RARE)
    const quick = await payer(RARE)
    expect((await quick.buyer.commit(provider.fillIn(quick.formName, 'card')))?.ok).toBe(true)
    provider.fillIn(formName, 'wallet')
    await buyer.tell(formName)
    await buyer.settle()
    expect([buyer.lies, await buyer.ownNet(), provider.netOf(buyer.uuid), await mayPlay(buyer, RARE)]).toEqual([[], 0, 0, false])
    expect(await mayPlay(quick.buyer, RARE)).toBe(true)
  })

  test('is in doubt keeps the last ticket from others until it is known', async () => {
    const { buyer, formName } = await payer(RARE)
    const next = await payer(RARE)
    provider.plan(buyer.uuid, 'charge', 'silentBefore')
    provider.plan(buyer.uuid, 'find', 'silentBefore', 'silentBefore')
    expect(await buyer.commit(provider.fillIn(formName, 'card'))).toMatchObject({ refusal: { code: 'PAYMENT_PENDING' } })
    await expect(payer(RARE)).rejects.toThrow('VOD_SOLD_OUT')
    expect(await next.buyer.commit(provider.fillIn(next.formName, 'card'))).toMatchObject({ refusal: { code: 'VOD_SOLD_OUT' } })
    await buyer.settle()
    const other = await payer(RARE)
    expect((await other.buyer.commit(provider.fillIn(other.formName, 'card')))?.ok).toBe(true)
    expect([provider.netOf(buyer.uuid), provider.netOf(other.buyer.uuid)]).toEqual([0, FILM_PRICE])
  })
})
