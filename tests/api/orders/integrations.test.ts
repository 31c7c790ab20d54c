import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openIntegration } from '#lib/contract/show/integration.ts'
import { getPresentation, getTicketGroups, listPresentations } from '#lib/contract/show/presentations.ts'
import { setCallback } from '#lib/server/integrations/integrations.ts'
import type { SignedRequest } from '#lib/server/integrations/request-key.ts'
import { Buyer } from '#tests/support/buyers/buyer.ts'
import { buildHouse, cartOf, CUSTOMER, lineOf, seatAt } from '#tests/support/buyers/house.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { openReceiver } from '#tests/support/processes/webhook-receiver.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { aClub, requestOf } from '#tests/support/sold/integrations.ts'
import { until } from '#tests/support/until.ts'

const { told, heard, address } = openReceiver()
let app: RunningApp
beforeAll(async () => {
  process.env.SECRET = SECRET_OF_TESTS // the app reads the secrets that are sealed here
  await freshDatabase()
  await buildHouse()
  app = await startApp()
})
afterEach(checkInvariants)
afterAll(async () => {
  await app.stop()
  delete process.env.SECRET
})

const queryOf = (request: SignedRequest) => new URLSearchParams({ ...request }).toString()

async function opens(visitor: TestVisitor, request: SignedRequest) {
  return visitor.get(`/api/integration?${queryOf(request)}`)
}

describe('GET /integration', () => {
  test('R7.56 answers an integrationId for what an outside system has signed, once', async () => {
    const visitor = new TestVisitor(app.origin)
    const request = requestOf(await aClub())
    expect(readAnswer(openIntegration, await opens(visitor, request)).integrationId).toMatch(/^[0-9A-Z]{26}$/)
    const again = await opens(visitor, request)
    expect([again.status, again.body]).toMatchObject([409, { error: 'INTEGRATION_STALE' }])
  })

  test('R7.56 refuses what is not signed so, with words, and what lacks a part', async () => {
    const visitor = new TestVisitor(app.origin)
    const club = await aClub()
    const forged = await opens(visitor, requestOf(club, { secret: 'another' }))
    expect([forged.status, forged.body]).toMatchObject([403, { error: 'INTEGRATION_REFUSED', message: /^הקישור/ }])
    expect((await opens(visitor, requestOf(club, { ret: 'https://evil.example/' }))).status).toBe(403)
    const request = requestOf(club)
    for (const missing of ['TS', 'ret', 'key']) expect((await opens(visitor, { ...request, [missing]: '' })).status, missing).toBe(400)
    expect((await opens(visitor, { ...request, TS: '1e12' })).status).toBe(400)
    expect((await fetch(`${app.origin}/api/integration?${queryOf(request)}`)).status).toBe(400)
  })

  test('R7.43 R7.44 its integrationId tells a presentation’s call what it stands for, and nobody else’s does', async () => {
    const visitor = new TestVisitor(app.origin)
    const request = requestOf(await aClub())
    const { integrationId } = readAnswer(openIntegration, await opens(visitor, request))
    const query = `?integrationId=${integrationId}`
    const { integrationData } = readAnswer(getPresentation, await visitor.get(`/api/presentations/1${query}`))
    expect(integrationData).toMatchObject({ name: 'מועדון', ret: request.ret })
    expect(readAnswer(getPresentation, await visitor.get('/api/presentations/1')).integrationData).toBeNull()
    expect(readAnswer(getTicketGroups, await visitor.get(`/api/presentations/1/ticketGroups${query}`)).ticketGroups.length).toBeGreaterThan(
      0,
    )
    for (const path of ['presentations/1', 'presentations/1/ticketGroups', 'presentations']) {
      for (const [who, id] of [[new TestVisitor(app.origin), integrationId] as const, [visitor, 'A'.repeat(26)] as const]) {
        const refused = await who.get(`/api/${path}?integrationId=${id}`)
        expect([path, refused.status, refused.body]).toMatchObject([path, 404, { error: 'INTEGRATION_NOT_FOUND' }])
      }
    }
  })

  test('R7.44 of an integration of other businesses a presentation is not there', async () => {
    const visitor = new TestVisitor(app.origin)
    const { integrationId } = readAnswer(openIntegration, await opens(visitor, requestOf(await aClub({ businessIds: [2] }))))
    const query = `?integrationId=${integrationId}`
    for (const path of ['presentations/1', 'presentations/1/ticketGroups'])
      expect((await visitor.get(`/api/${path}${query}`)).status).toBe(404)
    expect(readAnswer(listPresentations, await visitor.get(`/api/presentations${query}`)).presentations).toEqual([])
    expect(readAnswer(listPresentations, await visitor.get('/api/presentations')).presentations).not.toEqual([])
  })
})

describe('who comes from an outside system', () => {
  test('R7.56 orders, is led back with the outcome and nowhere else, and the system is told by a signed message', async () => {
    const club = await aClub()
    const secret = (await setCallback(club, { url: address() })) ?? ''
    const request = requestOf(club)
    const buyer = new Buyer(app.origin)
    await buyer.openPage()
    const came = `/integration?${queryOf(request)}&to=/order/1`
    const sent = await buyer.get(came)
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/order/1'])
    expect((await buyer.get(came)).status).toBe(303)
    const back = (outcome: string) => `href="${request.ret}&amp;outcome=${outcome}"`
    const order = String((await buyer.get('/order/1')).body)
    expect(order).toContain(back('none'))
    await buyer.lock(seatAt(1, 1))
    const { body } = await buyer.commit({ ...cartOf([seatAt(1, 1)], await buyer.payByCard()), customerInfo: CUSTOMER })
    const { reservationIdentifier } = body as { reservationIdentifier: string }
    const page = String((await buyer.get(`/cart/${reservationIdentifier}`)).body)
    expect(page).toContain(back('paid'))
    expect(page).toContain('חזרה אל')
    expect(String((await buyer.get('/order/1')).body)).not.toContain('club.example')
    await until(() => told.length > 0, 'the callback')
    expect(heard(secret)).toMatchObject([{ type: 'order.paid', data: { ret: request.ret } }])
  })

  test('R3.38 has it in the checkout’s state until an order takes it, where it is of the order’s business', async () => {
    const stateOf = (html: unknown) => /&quot;integrationData&quot;:\[0,(null|\{[^}]*\})/.exec(String(html))?.[1]
    const seat = seatAt(2, 1)
    const inCheckout = async (businessIds: readonly number[]) => {
      const request = requestOf(await aClub({ businessIds }))
      const buyer = new Buyer(app.origin)
      await buyer.openPage()
      await opens(buyer, request)
      await buyer.lock(seat)
      await buyer.post('/api/cart', { cart: { presentations: [{ id: 1, seats: [lineOf(seat)] }] } })
      const state = stateOf((await buyer.get('/booking/checkout')).body)
      return { buyer, request, state }
    }
    const other = await inCheckout([2])
    expect(other.state).toBe('null')
    await other.buyer.put('/api/seats/unlock-seat', { seat })
    const { buyer, request, state } = await inCheckout([1])
    expect(state).toContain(request.ret)
    expect((await buyer.commit({ ...cartOf([seat], await buyer.payByCard()), customerInfo: CUSTOMER })).status).toBe(200)
    await buyer.lock(seatAt(2, 2))
    await buyer.post('/api/cart', { cart: { presentations: [{ id: 1, seats: [lineOf(seatAt(2, 2))] }] } })
    expect(stateOf((await buyer.get('/booking/checkout')).body)).toBe('null')
  })

  test('R7.56 by a link that is not good is told so, and may order without it', async () => {
    const visitor = new TestVisitor(app.origin)
    await visitor.openPage()
    const request = requestOf(await aClub())
    const forged = await visitor.get(`/integration?${queryOf({ ...request, ret: 'https://evil.example/' })}&to=//evil.example`)
    expect(forged.status).toBe(403)
    expect(String(forged.body)).toContain('ההזמנה לא נפתחה')
    expect(String(forged.body)).not.toContain('evil.example')
    const other = new TestVisitor(app.origin)
    await other.openPage()
    expect((await other.get(`/integration?${queryOf(request)}`)).status).toBe(303)
    expect((await visitor.get(`/integration?${queryOf(request)}`)).status).toBe(409)
    expect((await visitor.get('/integration')).status).toBe(403)
  })
})
