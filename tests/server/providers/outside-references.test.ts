import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { grantKey } from '#lib/domain/entitlements/grant.ts'
import { referenceName } from '#lib/domain/cart/check-seat.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { wantedSeat } from '#lib/server/sold/seat/seat.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { grantsOf } from '#lib/server/entitlements/entitlements.ts'
import { askOutside } from '#lib/server/entitlements/outside-references.ts'
import { httpReferenceCheck } from '#lib/server/providers/references/reference-check-http.ts'
import { standInReferenceCheck } from '#lib/server/providers/references/reference-check-stand-in.ts'
import { addCodeTickets, visitorWithId } from '#tests/support/buyers/codes.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, lineOf, seatAt } from '#tests/support/buyers/house.ts'

/** A fake external register that answers as told and records its requests. */
let server: Server
let asked: unknown[] = []
let reply: { readonly status: number; readonly body: string; readonly isMute?: boolean; readonly location?: string }

beforeAll(async () => {
  server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      asked.push({
        method: request.method,
        type: request.headers['content-type'],
        body: JSON.parse(Buffer.concat(parts).toString()) as unknown,
      })
      const { status, body, isMute = false, location } = reply
      if (!isMute) response.writeHead(status, location === undefined ? {} : { location }).end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.env.REFERENCE_CHECK_URL = url()
})
afterAll(() => {
  delete process.env.REFERENCE_CHECK_URL
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked = []
  reply = { status: 200, body: '{"eligible":true}' }
})

function url(): string {
  const address = server.address()
  return `http://127.0.0.1:${String(typeof address === 'object' ? address?.port : 0)}/check`
}

const SOLDIER = { ticketId: 132, reference1: '7654321', reference2: 'גולני' }

describe('an external register', () => {
  it('is asked by POST with the ticket and the typed reference', async () => {
    expect(await httpReferenceCheck(url())(SOLDIER)).toBe(true)
    expect(asked).toEqual([{ method: 'POST', type: 'application/json', body: SOLDIER }])
    reply = { status: 200, body: '{"eligible":false}' }
    expect(await httpReferenceCheck(url())(SOLDIER)).toBe(false)
  })

  it.each([
    ['an error', { status: 500, body: '{"eligible":true}' }],
    ['no JSON', { status: 200, body: 'yes' }],
    ['another answer', { status: 200, body: '{"eligible":"yes"}' }],
    ['somewhere else', { status: 302, body: '', location: '/elsewhere' }],
    ['nothing', { status: 200, body: '{"eligible":true}', isMute: true }],
  ])('that answers %s counts as failed', async (_what, said) => {
    reply = said
    const patience = 'isMute' in said ? 200 : 60_000
    await expect(httpReferenceCheck(url(), patience)(SOLDIER)).rejects.toThrow()
  })

  it('is replaced by a stand-in that decides by the last digits', async () => {
    const check = (reference1: string) => standInReferenceCheck({ ...SOLDIER, reference1 })
    expect(await Promise.all([check('7654321'), check('7654300')])).toEqual([true, false])
    await expect(check('7654399')).rejects.toThrow()
  })
})

describe('a result shown to a visitor', () => {
  beforeAll(async () => {
    await freshDatabase()
    await buildHouse()
    await addCodeTickets()
  })

  const SEAT = wantedSeat(lineOf(seatAt(1, 1), 132))
  const soldier = (ref1: string) => ({ ...SEAT, ref1, ref2: 'גולני' })
  const keyOf = (ref1: string) => grantKey('reference', referenceName(132, { ref1, ref2: 'גולני' }))
  const told = (minutes: number) =>
    database().query(`UPDATE session_reference SET granted_at = now() - $1 * interval '1 minute'`, [minutes])

  it('is cached for a while, for this visitor only, once for all lines of a cart', async () => {
    const [uuid, other, from] = [await visitorWithId(), await visitorWithId(), await catalogue()]
    expect(await askOutside(uuid, { ...soldier('7654321'), ticketId: 132 })).toEqual({ ok: true, value: true })
    const cart = [soldier('7654321'), { ...soldier(' 7654321'), x: 2 }]
    expect(await grantsOf(from, uuid, cart)).toMatchObject({
      ok: true,
      value: new Map([[keyOf('7654321'), { id: 0, kind: 'reference', usesLeft: null }]]),
    })
    expect(await grantsOf(from, other, cart)).toEqual({ ok: true, value: new Map() })
    expect(asked).toHaveLength(1)
    await told(31)
    await grantsOf(from, uuid, cart)
    await grantsOf(from, uuid, cart)
    expect(asked).toHaveLength(2)
  })

  it('cannot be guessed by a cart: nothing is requested for what was not looked up or is not valid', async () => {
    const [uuid, from] = [await visitorWithId(), await catalogue()]
    reply = { status: 200, body: '{"eligible":false}' }
    await askOutside(uuid, { ...soldier('1'), ticketId: 132 })
    reply = { status: 200, body: '{"eligible":true}' }
    expect(await grantsOf(from, uuid, [soldier('1'), soldier('2'), soldier('3')])).toEqual({ ok: true, value: new Map() })
    expect(asked).toHaveLength(1)
  })

  it('that failed is R8.72 referenceCheckFailed, for a cart too, and is requested again', async () => {
    const [uuid, from] = [await visitorWithId(), await catalogue()]
    reply = { status: 503, body: '' }
    expect(await askOutside(uuid, { ...soldier('5'), ticketId: 132 })).toMatchObject({ refusal: { code: 'referenceCheckFailed' } })
    reply = { status: 200, body: '{"eligible":true}' }
    await askOutside(uuid, { ...soldier('5'), ticketId: 132 })
    await told(31)
    reply = { status: 500, body: '' }
    expect(await grantsOf(from, uuid, [soldier('5')])).toMatchObject({ refusal: { code: 'referenceCheckFailed' } })
    reply = { status: 200, body: '{"eligible":false}' }
    expect(await grantsOf(from, uuid, [soldier('5')])).toEqual({ ok: true, value: new Map() })
  })
})
