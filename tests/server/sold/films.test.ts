import { beforeAll, describe, expect, test } from 'vitest'
import { documentOfOrder } from '#lib/server/documents/documents.ts'
import { renderMail, renderSms } from '#lib/server/messages/messages.ts'
import { cartOf as storedCartOf, storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { checkoutOf } from '#lib/server/orders/commit/checkout.ts'
import { offerAnswer } from '#lib/server/orders/cancel/cancellation-wire.ts'
import { openPaymentForm } from '#lib/server/orders/commit/payment-form.ts'
import { reservationOf } from '#lib/server/orders/read/reservations.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { play } from '#lib/server/vod/watch.ts'
import { cancelCode, cancelled, cancelOf, newCatalogue, openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { newVisitor } from '#tests/support/buyers/changes.ts'
import { CUSTOMER, fromHere, lineOf, seatAt } from '#tests/support/buyers/house.ts'
import { cellOf } from '#tests/support/database/database.ts'
import { addDonations, PUPIL } from '#tests/support/sold/donations.ts'
import { addFilms, ALONE, buyFilm, FILM, FILM_PRICE, LIVE, RARE } from '#tests/support/sold/films.ts'

const house = openCancelHouse()
beforeAll(async () => {
  await addDonations()
  await addFilms()
})

async function codeOf(made: ReturnType<typeof buyFilm>): Promise<string | undefined> {
  const result = await made
  return result.ok ? undefined : result.refusal.code
}

describe('a ticket to watch at home', () => {
  test('to a film is paid at the price of the server and named where its order is shown', async () => {
    const { visitor } = house.noa
    const made = await buyFilm(visitor.uuid)
    expect(made).toMatchObject({ ok: true, value: { ticketIdentifiers: [expect.stringMatching(/^.{20}$/)] } })
    const resId = made.ok ? made.value.reservationIdentifier : ''
    expect(await reservationOf(resId, visitor)).toMatchObject({ featureName: 'הצגת בדיקה', amount: FILM_PRICE / 100, Quantity: 1 })
    const document = await documentOfOrder(String(await cellOf('SELECT order_id FROM orders')))
    expect(document).toMatchObject({ amountDue: FILM_PRICE })
    expect(await cellOf(`SELECT play_until BETWEEN now() + interval '29 days' AND now() + interval '31 days' FROM film_ticket`)).toBe(true)
  })

  test('is told by a mail and an SMS that lead to the film; once cancelled they lead to the order only', async () => {
    const { visitor } = house.noa
    const made = await buyFilm(visitor.uuid)
    const resId = made.ok ? made.value.reservationIdentifier : ''
    const orderId = String(await cellOf('SELECT order_id FROM orders'))
    const sold = await documentOfOrder(orderId)
    if (!sold) throw new Error('The order has no document.')
    const film = `/vod/${resId}/${String(FILM)}`
    const mail = renderMail(sold)
    expect(mail.text).toContain(film)
    expect(mail.text).toContain(`/edocument/${sold.documentKey}`)
    expect(mail.html).toMatch(new RegExp(`href="[^"]*${film}"[^>]*>לצפייה</a>`))
    expect(mail.html).toContain(`/edocument/${sold.documentKey}"`)
    expect(renderSms(sold)).toMatch(new RegExp(`${film}$`))
    expect(await cancelOf(visitor, resId)).toMatchObject({ ok: true })
    const cancelled = await documentOfOrder(orderId)
    if (!cancelled) throw new Error('The cancelled order has no document.')
    expect(renderMail(cancelled).text + renderSms(cancelled)).not.toContain('/vod/')
  })

  test('R4.60 chosen, it empties the cart: seats are freed, everything else leaves, and the customer stays', async () => {
    const uuid = await newVisitor()
    const seat = seatAt(2, 2)
    await lock(seat, fromHere(uuid))
    await storeCartOf(uuid, {
      presentations: [{ id: 1, seats: [lineOf(seat)] }],
      products: [{ id: 1, quantity: 1 }],
      donations: [PUPIL],
      customerInfo: CUSTOMER,
    })
    expect(await storeCartOf(uuid, { films: [{ vodId: FILM }] })).toMatchObject({ ok: true, value: { totals: { balanceDue: FILM_PRICE } } })
    const cart = await storedCartOf(uuid)
    expect(cart).toMatchObject({
      films: [{ vodId: FILM }],
      presentations: [],
      products: [],
      customerInfo: { firstName: CUSTOMER.firstName },
    })
    expect(cart?.donations).toBeUndefined()
    expect(await checkoutOf(uuid, 'he')).toMatchObject({
      ok: true,
      value: { seats: [], totals: { balanceDue: FILM_PRICE }, asked: { films: [{ vodId: FILM }] }, itemsPath: `/vod/${String(FILM)}` },
    })
    expect((await lock(seat, fromHere(await newVisitor()))).ok).toBe(true)
  })

  test.each<[string, string, Parameters<typeof buyFilm>[2], number?]>([
    ['beside a donation', 'CART_INCOMPATIBLE', { donations: [PUPIL] }],
    ['beside another film', 'CART_INCOMPATIBLE', { films: [{ vodId: FILM }, { vodId: RARE }] }],
    ['twice', 'CART_INCOMPATIBLE', { films: [{ vodId: FILM }, { vodId: FILM }] }],
    ['that is not on sale yet', 'SALE_NOT_OPEN', {}, 104],
    ['that is called off', 'SALE_CLOSED', {}, 105],
    ['that there is not', 'VOD_NOT_FOUND', {}, 1],
    ['at another price', 'PRICE_CHANGED', { films: [{ vodId: FILM, price: 1 }] }],
    ['in another shape', 'BAD_REQUEST', { films: [{ vodId: 'x' }] }],
  ])('%s is refused: %s', async (_what, code, more, vodId) => {
    expect(await codeOf(buyFilm(house.noa.visitor.uuid, vodId, more))).toBe(code)
    expect(await cellOf('SELECT count(*)::int FROM film_ticket')).toBe(0)
  })

  test('beside a seat is refused, and the seat stays held', async () => {
    const uuid = await newVisitor()
    const seat = seatAt(3, 3)
    await lock(seat, fromHere(uuid))
    expect(await codeOf(buyFilm(uuid, FILM, { seats: [lineOf(seat)] }))).toBe('CART_INCOMPATIBLE')
    expect((await lock(seat, fromHere(await newVisitor()))).ok).toBe(false)
  })

  test('of a limited number is sold once: of ten at once one, and again after it was given back or declined', async () => {
    expect(await codeOf(buyFilm(await newVisitor(), RARE, {}, 'declined'))).toBe('CARD_DECLINED')
    const buyers = await Promise.all(Array.from({ length: 10 }, () => newVisitor()))
    const ends = await Promise.all(buyers.map((uuid) => codeOf(buyFilm(uuid, RARE))))
    expect(ends.filter((end) => end === undefined)).toHaveLength(1)
    expect(ends.filter((end) => end === 'VOD_SOLD_OUT')).toHaveLength(9)
  })

  test('that is sold out is refused before anybody pays: no form opens for it, and its checkout says so', async () => {
    const uuid = await newVisitor()
    await storeCartOf(uuid, { films: [{ vodId: RARE }], customerInfo: CUSTOMER })
    expect((await checkoutOf(uuid, 'he')).ok).toBe(true)
    expect((await buyFilm(house.noa.visitor.uuid, RARE)).ok).toBe(true)
    const soldOut = { ok: false, refusal: { code: 'VOD_SOLD_OUT' } }
    expect(await openPaymentForm({ uuid, locale: 'he', origin: 'http://127.0.0.1' }, { method: 'card' })).toMatchObject(soldOut)
    expect(await checkoutOf(uuid, 'he')).toMatchObject(soldOut)
    expect(await cellOf('SELECT count(*)::int FROM payment_form WHERE holder = $1', [uuid])).toBe(0)
  })

  test('is cancelled by its policy until it is played, then never', async () => {
    const { visitor } = house.noa
    const [first, second] = [await buyFilm(visitor.uuid), await buyFilm(visitor.uuid)]
    const resIds = [first, second].map((made) => (made.ok ? made.value.reservationIdentifier : ''))
    expect(await cancelOf(visitor, resIds[0] ?? '')).toMatchObject({ ok: true })
    expect((await play({ visitor, vodId: FILM, resId: resIds[0] ?? '' }, { name: '', replaces: null })).ok).toBe(false)
    expect((await play({ visitor, vodId: FILM, resId: resIds[1] ?? '' }, { name: '', replaces: null })).ok).toBe(true)
    expect(await cancelCode(visitor, resIds[1] ?? '')).toBe('VOD_PLAYED')
    const wordsIn = async (locale: 'he' | 'en') => await offerAnswer(visitor, resIds[1] ?? '', { locale })
    expect(await wordsIn('he')).toMatchObject({
      value: { items: [{ refusal: 'VOD_PLAYED', message: 'הצפייה כבר התחילה, ולכן אי אפשר לבטל אותה.' }] },
    })
    expect(await wordsIn('en')).toMatchObject({ value: { items: [{ message: 'Viewing has begun, so it cannot be cancelled.' }] } })
  })

  describe('whose film or stream is called off', () => {
    async function calledOff(vodId: number, work: () => Promise<void>, more = ''): Promise<void> {
      await database().query(`UPDATE film SET is_cancelled = true${more} WHERE film_id = $1`, [vodId])
      await newCatalogue()
      try {
        await work()
      } finally {
        await database().query(
          `UPDATE film SET is_cancelled = false, starts_at = CASE film_id WHEN ${String(LIVE)} THEN now() + interval '1 day' END WHERE film_id = $1`,
          [vodId],
        )
        await newCatalogue()
      }
    }

    test.each<[string, number, string?]>([
      ['of a policy that keeps something', FILM],
      ['of no policy', ALONE],
      ['after its start', LIVE, `, starts_at = now() - interval '1 hour'`],
    ])('gives all of it back: %s', async (_what, vodId, more) => {
      const { visitor } = house.noa
      const made = await buyFilm(visitor.uuid, vodId)
      await calledOff(
        vodId,
        async () => {
          const { decision } = await cancelled(visitor, made.ok ? made.value.reservationIdentifier : '')
          expect(decision).toMatchObject({ worth: FILM_PRICE, charge: 0, policyName: '', until: null })
        },
        more,
      )
    })

    test('gives nothing back once it was played', async () => {
      const { visitor } = house.noa
      const made = await buyFilm(visitor.uuid)
      const resId = made.ok ? made.value.reservationIdentifier : ''
      expect((await play({ visitor, vodId: FILM, resId }, { name: '', replaces: null })).ok).toBe(true)
      await calledOff(FILM, async () => {
        expect(await cancelCode(visitor, resId)).toBe('VOD_PLAYED')
      })
    })
  })

  test('to a live stream is watched from its start on, and its days count from there', async () => {
    const { visitor } = house.noa
    await buyFilm(visitor.uuid, LIVE)
    expect(await play({ visitor, vodId: LIVE, resId: null }, { name: '', replaces: null })).toMatchObject({
      ok: false,
      refusal: { code: 'VOD_NOT_STARTED' },
    })
    expect(await cellOf(`SELECT play_until > now() + interval '30 days 23 hours' FROM film_ticket`)).toBe(true)
  })
})
