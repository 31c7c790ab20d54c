import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendPageOf } from '#lib/server/friends/send-page.ts'
import { sendTicket } from '#lib/server/friends/send-ticket.ts'
import { friendsOf } from '#lib/server/friends/sent-tickets.ts'
import { keepSubscriberSeats } from '#lib/server/import/write/keep-seats.ts'
import { changePageOf } from '#lib/server/orders/changes/ticket-change-page.ts'
import { eveningsShown } from '#lib/server/orders/evenings/evenings-shown.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { newVisitor } from '#tests/support/buyers/changes.ts'
import { cellOf, checkInvariants } from '#tests/support/database/database.ts'
import { untilWaiting } from '#tests/support/database/until-waiting.ts'
import { addEnrolments } from '#tests/support/sold/enrolments.ts'
import { addExchanges, boughtSeries, exchange, exchanged, ticketsOf, type BoughtSeries } from '#tests/support/sold/evenings.ts'
import { allowResale, buysSingle, givesBack, takesBack } from '#tests/support/sold/resales.ts'

const house = openCancelHouse()
beforeAll(async () => {
  await addEnrolments(2)
  await allowResale()
  await addExchanges()
})
let series: BoughtSeries
beforeEach(async () => {
  series = await boughtSeries(house.noa.visitor.uuid)
})

async function send(date: number): Promise<string> {
  const ticketIdentifier = (await ticketsOf(series.resId)).get(date) ?? ''
  const sent = await sendTicket({ ...series, ticketIdentifier }, { name: 'רון לוי', contact: '052-111-2233', locale: 'he' })
  return sent.ok ? 'sent' : sent.refusal.code
}

/** The dates that the pages of sending and of exchanging show. */
async function shown(): Promise<readonly (readonly number[] | undefined)[]> {
  const toSend = (await sendPageOf(series.uuid, series.resId))?.tickets.map(({ ticket }) => ticket.presentationId)
  const toExchange = (await changePageOf(series.uuid, series.resId))?.tickets.map(({ presentationId }) => presentationId)
  return [toSend, toExchange]
}

describe('an evening has one future', () => {
  test('ON_RESALE: one that is offered is neither sent nor exchanged before it is taken back', async () => {
    expect(await givesBack(house.noa)).toBeUndefined()
    expect([await send(11), await exchange(series, 11, [{ show: 16, x: 5 }])]).toEqual(['ON_RESALE', 'ON_RESALE'])
    expect(await shown()).toEqual([
      [12, 13, 14],
      [12, 13, 14],
    ])
    expect(await takesBack(house.noa)).toBeUndefined()
    expect(await exchange(series, 11, [{ show: 16, x: 6 }])).toMatchObject({ uuid: series.uuid })
  })

  test('ORDER_CONFLICT: one that was sold on is gone', async () => {
    await givesBack(house.noa)
    await buysSingle()
    expect([await send(11), await exchange(series, 11, [{ show: 16, x: 5 }])]).toEqual(['ORDER_CONFLICT', 'ORDER_CONFLICT'])
  })

  test('NOT_ACTIVE: one that was sent or exchanged is not given back, but what it was exchanged for is; each says what it is', async () => {
    expect(await send(11)).toBe('sent')
    await exchanged(series, 12, [{ show: 16, x: 5 }])
    const refusals = []
    for (const date of [11, 12]) refusals.push(await givesBack(house.noa, date))
    expect(refusals).toEqual(['NOT_ACTIVE', 'NOT_ACTIVE'])
    const listed = await eveningsShown(house.noa.customerId)
    expect(listed.filter(({ offer }) => offer !== null).map(({ presentationId }) => presentationId)).toEqual([13, 14, 16])
    expect(new Map(listed.map(({ presentationId, state }) => [presentationId, state]))).toEqual(
      new Map([
        [11, 'sent'],
        [12, 'exchanged'],
        [13, 'mine'],
        [14, 'mine'],
        [16, 'mine'],
      ]),
    )
    expect([...(await friendsOf(house.noa.customerId)).values()]).toEqual(['רון לוי'])
  })

  test.each([
    ['sent', () => send(11)],
    ['exchanged', async () => (typeof (await exchange(series, 11, [{ show: 16, x: 5 }])) === 'string' ? 'refused' : 'exchanged')],
  ])('given back and %s at the same moment, it is one of them', async (name, other) => {
    const [back, ended] = await Promise.all([givesBack(house.noa), other()])
    expect([back, ended === name], `${String(back)} ${ended}`).toEqual(back === undefined ? [undefined, false] : [expect.any(String), true])
  })
})

describe('a seat that is kept for subscribers until a release', () => {
  /** The catalogue keeps the hall's A seats of date 11 from its next import on. */
  async function describeKept(): Promise<void> {
    const until = Date.now() + 86_400_000
    const kept = JSON.stringify([{ categories: ['A'], until, membershipIds: [101] }])
    await database().query('UPDATE presentation SET subscriber_seats = $1 WHERE presentation_id = 11', [kept])
  }
  /** And has kept them since an hour ago, for what is asked of claims. */
  async function keep(): Promise<void> {
    await describeKept()
    await imports()
    await database().query(`UPDATE seat_keep SET kept_at = now() - interval '1 hour'`)
  }
  const imports = () => inTransaction((client) => keepSubscriberSeats(client))
  const sessions = () =>
    cellOf(`SELECT count(*)::int FROM seat_claim JOIN session ON uuid = holder WHERE presentation_id = 11 AND seat_id = 1003`)

  test.each([
    ['an import while it is offered', true],
    ['no import', false],
  ])('is sold to anybody once its evening is given back, with %s, and kept again for others after an import', async (_name, isImported) => {
    await keep()
    await givesBack(house.noa)
    if (isImported) await imports()
    expect(await buysSingle()).toMatch(/^.{20}$/)
    expect(await sessions()).toBe(1)
    await checkInvariants()
    await imports()
    await checkInvariants()
    expect(await buysSingle(5, 11, await newVisitor())).toBe('SEAT_NOT_AVAILABLE')
    await database().query(`DELETE FROM seat_keep; UPDATE presentation SET subscriber_seats = '[]'`)
  })

  test.each<[string, () => Promise<string | undefined>]>([
    [
      'while an import is being written',
      async () => {
        let back = Promise.resolve<string | undefined>('not asked')
        await inTransaction(async (client) => {
          await keepSubscriberSeats(client)
          back = givesBack(house.noa)
          await Promise.race([back, untilWaiting(1, 'advisory')])
        })
        return back
      },
    ],
    [
      'and is not written yet when an import begins',
      async () => {
        const table = await database().connect()
        await table.query('BEGIN; LOCK TABLE resale IN SHARE MODE')
        const back = givesBack(house.noa)
        await untilWaiting(1, 'INSERT INTO resale')
        const imported = imports()
        await Promise.race([imported, untilWaiting(1, 'advisory')])
        await table.query('COMMIT')
        table.release()
        await imported
        return back
      },
    ],
  ])('is sold to anybody, given back %s', async (_when, race) => {
    await describeKept()
    expect(await race()).toBeUndefined()
    expect(await buysSingle(5, 11, await newVisitor())).toBe('SEAT_NOT_AVAILABLE')
    expect(await buysSingle()).toMatch(/^.{20}$/)
    await database().query(`DELETE FROM seat_keep; UPDATE presentation SET subscriber_seats = '[]'`)
  })
})
