import { beforeAll, expect, test } from 'vitest'
import { customerAreaOf } from '#lib/server/customers/area/customer-area.ts'
import { dataFileOf } from '#lib/server/customers/area/customer-data-file.ts'
import { calendarOf } from '#lib/server/documents/document-calendar.ts'
import { documentOf, documentOfOrder, type OrderDocument } from '#lib/server/documents/documents.ts'
import { fileAnswer } from '#lib/server/documents/drawing/document-files.ts'
import { friendTicketOf } from '#lib/server/documents/friend-ticket.ts'
import { receiptOf, receiptsOf } from '#lib/server/documents/receipt-document.ts'
import { passesOf } from '#lib/server/documents/wallet/pass-facts.ts'
import { sendPageOf } from '#lib/server/friends/send-page.ts'
import { sendTicket, takeTicketBack } from '#lib/server/friends/send-ticket.ts'
import { cancelledOf } from '#lib/server/messages/message-cancelled.ts'
import { CANCELLED } from '#lib/server/orders/cancel/tell-cancelled.ts'
import { termsOfOrder } from '#lib/server/orders/cancel/cancellation-terms.ts'
import { cancelAnswer, offerAnswer } from '#lib/server/orders/cancel/cancellation-wire.ts'
import { changePageOf } from '#lib/server/orders/changes/ticket-change-page.ts'
import { replacementsOf } from '#lib/server/orders/changes/ticket-change-replace-page.ts'
import { orderAccountOf } from '#lib/server/orders/read/order-account.ts'
import { reservationOf } from '#lib/server/orders/read/reservations.ts'
import { openSealed } from '#lib/server/outbox/outbox-sealed.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { filmOf, filmsForSale } from '#lib/server/vod/films.ts'
import { joinWaitList } from '#lib/server/wait-list/join-wait-list.ts'
import { waitRequestOf } from '#lib/server/wait-list/wait-request.ts'
import type { Locale } from '#lib/text/locales.ts'
import { ALL, boughtBy, during, newCatalogue, openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { CHEAP, FEE, ONE, seatOn, type Bought } from '#tests/support/buyers/changes.ts'
import { freeSoldSeats, linkKeyOf, notifyAfterAMinute, sellOut, waitMessages } from '#tests/support/buyers/wait-list.ts'
import { cellOf } from '#tests/support/database/database.ts'
import { addFilms, buyFilm, FILM } from '#tests/support/sold/films.ts'

/** What was bought is named in the language of whoever reads it. Everything has English words, of the Russian ones only the feature's are there. */
const HEBREW = { feature: 'הצגת בדיקה', place: 'היכל הבדיקה', ticket: 'רגיל', product: 'תוכנייה' }
const ENGLISH = { feature: 'The Trial Play', place: 'Trial House', ticket: 'Whole price', product: 'Programme' }
const RUSSIAN = { ...HEBREW, feature: 'Пробный спектакль' }

process.env.LOCALES = 'he,en,ru,ar'
const house = openCancelHouse()
beforeAll(async () => {
  await addFilms()
  await database().query(`
    UPDATE feature SET words = '{"en": {"name": "The Trial Play"}, "ru": {"name": "Пробный спектакль"}}';
    UPDATE location SET accessibility = 'כניסה ללא מדרגות',
      words = '{"en": {"name": "Trial House", "city": "Haifa", "accessibility": "Step-free entrance"}}';
    UPDATE venue SET words = '{"en": {"name": "Hall 1"}}' WHERE venue_id = 1;
    UPDATE ticket SET words = '{"en": {"name": "Whole price"}}' WHERE ticket_id = 11;
    UPDATE ticket SET words = '{"en": {"name": "Guest"}}' WHERE ticket_id = 13;
    UPDATE service_charge SET name = 'דמי טיפול', words = '{"en": {"name": "Handling"}}';
    UPDATE product SET words = '{"en": {"name": "Programme"}}'`)
  await newCatalogue()
})

/** Two tickets and two programmes. */
function boughtAll(): Promise<Bought> {
  return boughtBy(house.noa, undefined, ALL + 5_000, { products: [{ id: 1, quantity: 2 }] })
}

function noa() {
  return { customerId: house.noa.customerId, signedInBy: 'mobile', isFresh: true } as const
}

async function documentKey(): Promise<string> {
  return String(await cellOf('SELECT document_key FROM orders'))
}

test('R1.18 the personal area names reservations and tickets in its language, each word that is missing in Hebrew', async () => {
  await boughtAll()
  const area = async (locale: Locale) => {
    const { reservations, Tickets } = await customerAreaOf(house.noa.visitor, noa(), locale)
    return [
      ...reservations.map(({ featureName, locationName, ticketNames, products }) => ({
        ...{ feature: featureName, place: locationName, ticket: ticketNames, product: products[0]?.name },
      })),
      ...Tickets.map(({ FeatureName, LocationName, TicketName }) => ({ feature: FeatureName, place: LocationName, ticket: TicketName })),
    ]
  }
  for (const [locale, { product, ...words }] of [['he', HEBREW] as const, ['en', ENGLISH] as const, ['ru', RUSSIAN] as const])
    expect([locale, await area(locale)]).toEqual([locale, [{ ...words, product }, words, words]])
})

test('R1.18 a film is named in the language of the page, before it is bought and after', async () => {
  expect([(await filmsForSale('en'))[0]?.featureName, (await filmOf(FILM, 'ru'))?.featureName]).toEqual([ENGLISH.feature, RUSSIAN.feature])
  const made = await buyFilm(house.noa.visitor.uuid)
  const resId = made.ok ? made.value.reservationIdentifier : ''
  const { reservations } = await customerAreaOf(house.noa.visitor, noa(), 'en')
  expect(reservations).toMatchObject([{ featureName: ENGLISH.feature, products: [{ name: ENGLISH.feature }] }])
  expect(await offerAnswer(house.noa.visitor, resId, { locale: 'ru' })).toMatchObject({ value: { items: [{ name: RUSSIAN.feature }] } })
})

test('R1.18 cancelling names what is given back in the language of the customer', async () => {
  const { resId } = await boughtAll()
  const { visitor } = house.noa
  const items = async (locale: Locale) => {
    const offered = await offerAnswer(visitor, resId, { locale })
    return offered.ok ? offered.value.items.map(({ name, featureName }) => `${featureName}: ${name}`) : []
  }
  for (const [locale, { feature, ticket, product }] of [['en', ENGLISH] as const, ['ru', RUSSIAN] as const])
    expect(await items(locale)).toEqual([`${feature}: ${ticket}`, `${feature}: ${ticket}`, `${feature}: ${product} × 2`])
  expect(await cancelAnswer({ visitor, caller: null, locale: 'en' }, resId, {})).toMatchObject({
    value: { reservation: { featureName: ENGLISH.feature, locationName: ENGLISH.place } },
  })
  await database().query(`UPDATE orders SET locale = 'en'`)
  const [orderId, cancellation] = [await cellOf('SELECT order_id FROM orders'), await cellOf('SELECT cancellation_id FROM cancellation')]
  expect(await cancelledOf(String(orderId), `${CANCELLED}${String(cancellation)}`)).toMatchObject({
    order: { showings: [{ featureName: ENGLISH.feature }] },
    products: [{ name: ENGLISH.product, quantity: 2 }],
  })
  expect((await orderAccountOf(resId, visitor.uuid, 'en'))?.cancellations).toMatchObject([{ products: [ENGLISH.product] }])
  expect((await documentOf(await documentKey(), Date.now(), 'ru'))?.cancellations).toMatchObject([{ products: [HEBREW.product] }])
})

test('R1.18 terms that differ name their shows in the language of the customer', async () => {
  const { uuid, resId } = await boughtBy(house.noa, [seatOn(1, 1), seatOn(3, 2)], ONE + CHEAP + FEE)
  const terms = await during('cancellation_policy_id = CASE presentation_id WHEN 3 THEN 3 ELSE 1 END', 'cancellation_policy_id = 1', () =>
    termsOfOrder(uuid, resId, 'en'),
  )
  expect(terms.map((text) => text.split(':')[0])).toEqual([ENGLISH.feature, ENGLISH.feature])
})

test('R1.18 exchanging tickets names them, what is to be had for them and other tickets of the seat in the language of the page', async () => {
  const { uuid, resId } = await boughtAll()
  const page = await changePageOf(uuid, resId, 'en')
  expect([...(page?.bought.values() ?? [])]).toMatchObject([{ featureName: ENGLISH.feature }])
  expect(page?.showings[1]).toMatchObject({ featureName: ENGLISH.feature, place: `${ENGLISH.place}, Haifa` })
  expect(page?.tickets.map(({ ticketName }) => ticketName)).toEqual([ENGLISH.ticket, ENGLISH.ticket])
  const [types] = await replacementsOf(page?.tickets ?? [], 'en')
  expect(types).toMatchObject({ ticket: { ticketName: ENGLISH.ticket }, others: [{ id: 13, name: 'Guest' }] })
  expect((await changePageOf(uuid, resId, 'ru'))?.tickets[0]).toMatchObject({ ticketName: HEBREW.ticket })
})

/** What was told a friend last. */
async function toldFriend(): Promise<string> {
  const { rows } = await database().query<{ body: Buffer }>(
    `SELECT sealed_body AS body FROM outbox WHERE kind LIKE 'friend%' ORDER BY created_at DESC LIMIT 1`,
  )
  const { subject = '', text } = openSealed(rows[0]?.body ?? Buffer.alloc(0))
  return `${subject}\n${text}`
}

test('R1.18 a ticket for a friend is named in the language of the sender on the page and in messages, and of the friend on theirs', async () => {
  const { uuid, resId, tickets } = await boughtAll()
  expect((await sendPageOf(uuid, resId, 'en'))?.tickets[0]).toMatchObject({ featureName: ENGLISH.feature })
  const friend = { name: 'רון לוי', contact: 'ron@example.com', locale: 'en' } as const
  expect(await sendTicket({ uuid, resId, ticketIdentifier: tickets[0] ?? '' }, friend)).toMatchObject({ ok: true })
  const sent = await toldFriend()
  for (const word of [ENGLISH.feature, ENGLISH.place, 'Haifa']) expect(sent).toContain(word)
  expect(sent).not.toContain(HEBREW.feature)
  const key = /\/edocument\/friend\/([\dA-Z]{26})/.exec(sent)?.[1] ?? ''
  expect(await friendTicketOf(key, 'en')).toMatchObject({
    showing: { featureName: ENGLISH.feature, accessibility: 'Step-free entrance', tickets: [{ ticketName: ENGLISH.ticket }] },
  })
  expect(await friendTicketOf(key, 'ru')).toMatchObject({
    showing: { featureName: RUSSIAN.feature, accessibility: 'כניסה ללא מדרגות', tickets: [{ ticketName: HEBREW.ticket }] },
  })
  const ticketIdentifier = String(await cellOf('SELECT ticket_identifier FROM order_seat ORDER BY line LIMIT 1'))
  expect(await takeTicketBack({ uuid, resId, ticketIdentifier })).toMatchObject({ ok: true })
  const back = await toldFriend()
  expect([back.includes(ENGLISH.feature), back.includes(HEBREW.feature)]).toEqual([true, false])
})

test('R1.18 the wait list writes to each in their own language, and the page behind its link speaks the one that it is opened in', async () => {
  await database().query('DELETE FROM wait_list')
  await sellOut()
  const wish = { presentationId: 1, quantity: 1, isConsented: true } as const
  await joinWaitList({ ...wish, contact: 'en@example.com', locale: 'en' })
  await joinWaitList({ ...wish, contact: 'he@example.com', locale: 'he' })
  await freeSoldSeats(2)
  expect(await notifyAfterAMinute()).toHaveLength(2)
  for (const kind of ['wait list', 'seats free'] as const) {
    const messages = await waitMessages(kind)
    const [english = '', hebrew = ''] = ['en@example.com', 'he@example.com'].map((contact) =>
      JSON.stringify(messages.find(({ to }) => to === contact)),
    )
    for (const word of [ENGLISH.feature, ENGLISH.place]) expect(english).toContain(word)
    expect(english).not.toContain(HEBREW.feature)
    for (const word of [HEBREW.feature, HEBREW.place]) expect(hebrew).toContain(word)
  }
  const key = linkKeyOf((await waitMessages('wait list'))[0] ?? { text: '' })
  expect(await waitRequestOf(key, 'ru')).toMatchObject({ showing: { featureName: RUSSIAN.feature, locationName: HEBREW.place } })
  await database().query('DELETE FROM wait_list')
})

test('R1.18 documents, receipts and the order’s page name tickets, products and accessibility in the language', async () => {
  const { uuid, resId } = await boughtAll()
  const key = await documentKey()
  const shown = (locale: Locale) => documentOf(key, Date.now(), locale)
  expect(await shown('en')).toMatchObject({
    locale: 'he',
    products: [{ name: ENGLISH.product, quantity: 2 }],
    showings: [{ featureName: ENGLISH.feature, accessibility: 'Step-free entrance', tickets: [{ ticketName: ENGLISH.ticket }, {}] }],
  })
  expect(await shown('ru')).toMatchObject({ products: [{ name: HEBREW.product }], showings: [{ accessibility: 'כניסה ללא מדרגות' }] })
  expect(await reservationOf(resId, house.noa.visitor, 'en')).toMatchObject({ products: [{ name: ENGLISH.product }] })
  expect(await orderAccountOf(resId, uuid, 'en')).toMatchObject({ products: [{ name: ENGLISH.product }], handlingFeeName: 'Handling' })
  expect(await orderAccountOf(resId, uuid, 'ru')).toMatchObject({ products: [{ name: HEBREW.product }], handlingFeeName: 'דמי טיפול' })
  const [receipt] = await receiptsOf(key)
  const lines = async (locale?: Locale) => (await receiptOf(key, String(receipt?.number), locale))?.lines
  expect(await lines('en')).toMatchObject([
    { kind: 'ticket', name: ENGLISH.ticket, featureName: ENGLISH.feature, quantity: 2 },
    { kind: 'product', name: ENGLISH.product, quantity: 2 },
    { kind: 'serviceCharge', name: 'Handling' },
  ])
  expect(await lines()).toMatchObject([
    { name: HEBREW.ticket, featureName: HEBREW.feature },
    { name: HEBREW.product },
    { name: 'דמי טיפול' },
  ])
  await database().query(`UPDATE orders SET locale = 'en'`)
  const told = await documentOfOrder(String(await cellOf('SELECT order_id FROM orders')))
  expect(told).toMatchObject({ locale: 'en', products: [{ name: ENGLISH.product }] })
})

test('R1.18 the calendar file and the passes of tickets name them in the language of the page that offers them', async () => {
  await boughtAll()
  const key = await documentKey()
  for (const [locale, { feature, place }] of [['en', ENGLISH] as const, ['he', HEBREW] as const]) {
    const file = { type: 'text/calendar', name: (id: string) => id, locale, make: (order: OrderDocument) => calendarOf(order, locale) }
    const calendar = (await (await fileAnswer(key, file)).text()).replace(/\r\n[ \t]/g, '')
    for (const word of [feature, place]) expect(calendar).toContain(word)
    expect((await passesOf(key, locale))?.passes[0]).toMatchObject({ featureName: feature, locationName: place })
  }
  expect(await passesOf('unknown', 'en')).toBeUndefined()
})

test('R1.18 the file of a customer’s data names purchases in the language of their page', async () => {
  await boughtAll()
  const kept = async (locale: Locale) => {
    const file = await dataFileOf({ visitor: house.noa.visitor, customer: noa(), caller: null, locale })
    const { orders } = (await file.json()) as { orders: readonly { tickets: readonly object[]; products: readonly object[] }[] }
    return orders[0]
  }
  expect(await kept('en')).toMatchObject({
    tickets: [{ presentation: ENGLISH.feature, ticket: ENGLISH.ticket, row: '1' }, {}],
    products: [{ name: ENGLISH.product, quantity: 2, price: 25 }],
  })
  const russian = await kept('ru')
  expect(russian).toMatchObject({
    tickets: [{ presentation: RUSSIAN.feature, ticket: HEBREW.ticket }, {}],
    products: [{ name: HEBREW.product }],
  })
  expect(Object.keys(russian?.tickets[0] ?? {})).not.toContain('ticketId')
})
