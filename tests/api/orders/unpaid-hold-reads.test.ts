import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PACKED_STATUS, packedStatus } from '#lib/contract/show/seats.ts'
import { unpackRuns } from '#lib/domain/seating/plan/packed-status.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { makeCustomer, makeMembership, signInAs } from '#tests/support/buyers/customers.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, seatAt } from '#tests/support/buyers/house.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'

let app: RunningApp
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  // Seat (2, 1) is a premium seat; presentation 2 begins too soon, 3 in time.
  await database().query(`
    UPDATE seat SET features = '{13}' WHERE seat_id = 1002;
    INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at, service_charge_id, max_seats, lone_seats) VALUES
      (2, 1, 1, 1, now() + interval '29 minutes', 1, 8, 'allowed'), (3, 1, 1, 1, now() + interval '40 minutes', 1, 8, 'allowed');
    INSERT INTO presentation_price SELECT p, 'A', 1, 1 FROM unnest(ARRAY[2, 3]) p;
    UPDATE catalogue_version SET version = version + 1`)
  app = await startApp({ env: { LOG_LEVEL: 'warn' } })
})
afterAll(() => app.stop())
afterEach(checkInvariants)

type Who = 'nobody' | 'customer' | 'expired' | 'member'
let visitors: Readonly<Record<Who, TestVisitor>>
beforeEach(async () => {
  const enter = async (days?: number | null): Promise<TestVisitor> => {
    const visitor = new TestVisitor(app.origin)
    await visitor.openPage('/order/1')
    if (days === undefined) return visitor
    const customerId = await makeCustomer()
    if (days !== null) await makeMembership(customerId, days)
    await signInAs(visitor.uuid, customerId)
    return visitor
  }
  visitors = { nobody: await enter(), customer: await enter(null), expired: await enter(-1), member: await enter(30) }
})

type Body = Record<string, unknown> & { readonly error?: string }

/** With undefined: without any identity. */
async function read(who: Who | undefined, path: string, headers: Record<string, string> = {}): Promise<{ status: number; body: Body }> {
  if (who) {
    const { status, body } = await visitors[who].get(path, headers)
    return { status, body: body as Body }
  }
  const answer = await fetch(app.origin + path, { headers })
  return { status: answer.status, body: (await answer.json()) as Body }
}

const READS = ['/api/presentations/?featureIds=1&isHold=1', '/api/presentations/1?isHold=1', '/api/presentations/1/ticketGroups?isHold=1']

describe('R4.57 reads for unpaid holds', () => {
  test.each(READS)('R4.53 R4.54 R5.23 R6.12 %s is for signed-in customers with an active membership', async (path) => {
    const none = { status: 401, body: { error: 'HOLD_NEEDS_LOGIN' } }
    const refused = { status: 403, body: { error: 'HOLD_NEEDS_MEMBERSHIP' } }
    expect(await read(undefined, path)).toMatchObject(none)
    expect(await read('nobody', path)).toMatchObject(none)
    expect(await read('customer', path)).toMatchObject(refused)
    expect(await read('expired', path)).toMatchObject(refused)
    expect((await read('member', path)).status).toBe(200)
  })

  test.each(READS)('%s with isHold=0 is for everybody', async (path) => {
    expect((await read(undefined, path.replace('isHold=1', 'isHold=0'))).status).toBe(200)
  })

  test('R4.56 R9.8 presentations that begin within half an hour cannot be held and are not listed', async () => {
    expect(await read('member', '/api/presentations/2?isHold=1')).toMatchObject({ status: 409, body: { error: 'HOLD_TOO_LATE' } })
    expect(await read('member', '/api/presentations/2/ticketGroups?isHold=1')).toMatchObject({
      status: 409,
      body: { error: 'HOLD_TOO_LATE' },
    })
    const ids = async (query: string) =>
      ((await read('member', `/api/presentations/?featureIds=1${query}`)).body.presentations as { id: number }[]).map(({ id }) => id).sort()
    expect(await ids('')).toEqual([1, 2, 3])
    expect(await ids('&isHold=1')).toEqual([1, 3])
  })

  test('visitors who may not hold get the same answer for unknown and foreign presentations', async () => {
    expect(await read('nobody', '/api/presentations/99?isHold=1')).toMatchObject({ status: 404, body: { error: 'NOT_FOUND' } })
  })
})

const STATUS = '/api/seats/seats-status?presentationId=1&venueTypeId=1&isReserved=1'
type Row = readonly [number, number, number, number, number, number, number]

/** [allocation, status] of the premium seat and of its neighbour. */
async function premium(who: Who | undefined, isHold: '0' | '1') {
  const { body } = await read(who, `${STATUS}&isHold=${isHold}`)
  const of = (x: number) => (body.seats as Row[]).find((row) => row[2] === x && row[3] === 1)
  return [of(2), of(3)].map((row) => [row?.[4], row?.[6]])
}

describe('R4.55 premium seats', () => {
  test('are unavailable in reads for holds, and as usual otherwise', async () => {
    for (const who of [undefined, 'nobody', 'member'] as const) {
      expect(await premium(who, '1')).toEqual([
        [-1, 3],
        [1, 1],
      ])
      expect(await premium(who, '0')).toEqual([
        [1, 1],
        [1, 1],
      ])
    }
  })

  test('are the same in both forms, with an ETag of their own', async () => {
    const packed = packedStatus.parse(await (await fetch(`${app.origin}${STATUS}&isHold=1`, { headers: { accept: PACKED_STATUS } })).json())
    const status = [...unpackRuns(packed.status, new Uint8Array(50))]
    const allocation = [...unpackRuns(packed.allocation, new Int32Array(50))]
    expect([status[1], allocation[1], status[2], allocation[2]]).toEqual([3, -1, 1, 1])
    const tagOf = async (isHold: string) => (await fetch(`${app.origin}${STATUS}&isHold=${isHold}`)).headers.get('etag')
    expect(await tagOf('1')).not.toBe(await tagOf('0'))
  })

  test('stay visible to the visitor who already holds them', async () => {
    const { member } = visitors
    expect((await member.put('/api/seats/lock-seat', { seat: seatAt(2, 1) })).status).toBe(200)
    expect((await premium('member', '1'))[0]?.[1]).toBe(2)
    expect((await premium('nobody', '1'))[0]).toEqual([-1, 3])
    expect((await member.put('/api/seats/unlock-seat', { seat: seatAt(2, 1) })).status).toBe(200)
  })

  test('are not among the best seats chosen for a hold', async () => {
    await database().query(`UPDATE seat SET features = '{13}' WHERE seat_id <> 1001; UPDATE seatplan SET version = 'all-premium';
      UPDATE catalogue_version SET version = version + 1`)
    const best = async (isHold: string, quantity: number) => {
      const path = `/api/seats/best-available?presentationId=1&ticketGroupId=1&isTogether=0&quantity=${String(quantity)}&isHold=${isHold}`
      await expect.poll(async () => (await premium(undefined, '1'))[1], { timeout: 20_000 }).toEqual([-1, 3])
      return (await read('member', path)).status
    }
    expect([await best('1', 1), await best('1', 2), await best('0', 2)]).toEqual([200, 409, 200])
  })
})
