import { beforeAll, beforeEach, expect, test } from 'vitest'
import { dataFileOf } from '#lib/server/customers/area/customer-data-file.ts'
import { documentOf } from '#lib/server/documents/documents.ts'
import { friendTicketOf } from '#lib/server/documents/friend-ticket.ts'
import { verifyTicketCode } from '#lib/server/documents/ticket-codes.ts'
import { sendPageOf } from '#lib/server/friends/send-page.ts'
import { sendTicket, takeTicketBack } from '#lib/server/friends/send-ticket.ts'
import { forgetFriends, sentByCustomer, sweepFriends } from '#lib/server/friends/sent-tickets.ts'
import { renderMail } from '#lib/server/messages/messages.ts'
import { replaceOnSeat } from '#lib/server/orders/changes/ticket-change-replace.ts'
import { changeOfferOf } from '#lib/server/orders/changes/terms/ticket-change-offer.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { openSealed } from '#lib/server/outbox/outbox-sealed.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { boughtBy, cancelCode, cancelled, openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { buy, changing, newVisitor, seatOn, type Bought } from '#tests/support/buyers/changes.ts'
import { cellOf } from '#tests/support/database/database.ts'
import { addEnrolments } from '#tests/support/sold/enrolments.ts'
import { boughtSeries } from '#tests/support/sold/evenings.ts'

const house = openCancelHouse()
beforeAll(() => addEnrolments(1))
let bought: Bought
beforeEach(async () => {
  bought = await boughtBy(house.noa)
})

const FRIEND = { name: 'רון לוי', contact: '052-111-2233', locale: 'he' } as const

async function ticketAt(line: number, resId = bought.resId): Promise<string> {
  return String(
    await cellOf(
      `SELECT ticket_identifier FROM order_seat JOIN orders USING (order_id) WHERE reservation_identifier = '${resId}' ORDER BY line OFFSET ${String(line)} LIMIT 1`,
    ),
  )
}

async function send(
  ticketIdentifier: string,
  more: Partial<Pick<Bought, 'uuid' | 'resId'>> = {},
  friend: Partial<typeof FRIEND> | { contact: string } = {},
) {
  const { uuid, resId } = { ...bought, ...more }
  const sent = await sendTicket({ uuid, resId, ticketIdentifier }, { ...FRIEND, ...friend })
  return sent.ok ? 'sent' : sent.refusal.code
}

async function back(ticketIdentifier: string) {
  const taken = await takeTicketBack({ uuid: bought.uuid, resId: bought.resId, ticketIdentifier })
  return taken.ok ? 'back' : taken.refusal.code
}

/** The texts of messages to friends, the newest first. */
async function told(): Promise<readonly { readonly kind: string; readonly text: string }[]> {
  const { rows } = await database().query<{ kind: string; body: Buffer }>(
    `SELECT kind, sealed_body AS body FROM outbox WHERE kind LIKE 'friend%' ORDER BY created_at DESC`,
  )
  return rows.map(({ kind, body }) => ({ kind, text: openSealed(body).text }))
}

async function keyTold(): Promise<string> {
  const [message] = await told()
  return /\/edocument\/friend\/([\dA-Z]{26})/.exec(message?.text ?? '')?.[1] ?? ''
}

async function codeOfFriend(key: string): Promise<string | null | undefined> {
  const sent = await friendTicketOf(key)
  return sent?.state === 'here' ? sent.showing.tickets[0]?.code : undefined
}

async function buyersTickets() {
  const key = String(await cellOf(`SELECT document_key FROM orders WHERE reservation_identifier = '${bought.resId}'`))
  const order = await documentOf(key)
  return order ? { order, tickets: order.showings.flatMap(({ tickets }) => tickets) } : undefined
}

test('a sent ticket has one code, which is the friend’s: the old one is void in the same moment, and the buyer has none', async () => {
  const old = await ticketAt(0)
  expect(await send(old)).toBe('sent')
  const key = await keyTold()
  const code = verifyTicketCode((await codeOfFriend(key)) ?? '')
  expect(code?.ticketIdentifier).toBe(await ticketAt(0))
  expect(code?.ticketIdentifier).not.toBe(old)
  expect(await cellOf(`SELECT count(*)::int FROM order_seat WHERE ticket_identifier = '${old}'`)).toBe(0)
  const buyers = await buyersTickets()
  expect(buyers?.tickets).toMatchObject([{ state: 'sent', code: null, ticketIdentifier: '•••' }, { state: 'valid' }])
  expect(buyers && renderMail(buyers.order).text).not.toContain(code?.ticketIdentifier)
})

test('the friend learns nothing of the buyer, of prices and of other tickets, and the message carries no word that was typed', async () => {
  await send(await ticketAt(0))
  const sent = await friendTicketOf(await keyTold())
  for (const secret of [bought.resId, await ticketAt(1)]) expect(JSON.stringify(sent)).not.toContain(secret)
  // The friend's own number and the instants may have any digits in them by chance.
  const isByChance = (key: string, value: unknown) => key === 'ticketIdentifier' || (typeof value === 'number' && value > 1e9)
  const words = JSON.stringify(sent, (key, value: unknown) => (isByChance(key, value) ? undefined : value))
  for (const secret of ['נועה', 'ברקאי', 'noa@example.com', '054', '10500']) expect(words).not.toContain(secret)
  expect((await told())[0]?.text).not.toContain('רון')
  expect(await cellOf(`SELECT count(*)::int FROM sent_ticket WHERE position('2233'::bytea IN sealed) > 0`)).toBe(0)
})

test('is taken back until it is used: the friend’s code is void, the friend is told, and it may be sent again', async () => {
  await send(await ticketAt(0))
  const key = await keyTold()
  const friends = await ticketAt(0)
  expect(await sendPageOf(bought.uuid, bought.resId)).toMatchObject({
    tickets: [{ friend: { name: 'רון לוי', contact: '•••••••233' } }, { friend: null }],
  })
  expect(await back(friends)).toBe('back')
  expect([await friendTicketOf(key), await ticketAt(0)]).toEqual([{ state: 'gone' }, expect.not.stringContaining(friends)])
  expect((await told())[0]).toMatchObject({ kind: 'friend ticket back' })
  expect((await buyersTickets())?.tickets[0]).toMatchObject({ state: 'valid' })
  expect(await back(await ticketAt(0))).toBe('NOT_FOUND')
  expect(await send(await ticketAt(0), {}, { contact: 'ron@example.com' })).toBe('sent')
  await database().query('UPDATE order_seat SET used_at = now()')
  expect(await back(await ticketAt(0))).toBe('CONTACT_PROVIDER')
})

test('is sent once, by its buyer only, and not once it is used, cancelled, or over', async () => {
  const first = await ticketAt(0)
  expect(await send(first, { uuid: await newVisitor() })).toBe('NOT_FOUND')
  expect(await send(first)).toBe('sent')
  expect([await send(first), await send(await ticketAt(0))]).toEqual(['NOT_FOUND', 'TICKET_SENT'])
  const second = await ticketAt(1)
  await database().query(`UPDATE order_seat SET used_at = now() WHERE line = 1`)
  expect(await send(second)).toBe('CONTACT_PROVIDER')
})

test.each([
  ['name', { name: ' ' }],
  ['name', { name: 'https://evil.example' }],
  ['name', { name: 'א'.repeat(41) }],
  ['contact', { contact: 'nobody' }],
])('FORM_INVALID names the field %s for %o', async (field, friend) => {
  const { uuid, resId } = bought
  const sent = await sendTicket({ uuid, resId, ticketIdentifier: await ticketAt(0) }, { ...FRIEND, ...friend })
  expect(sent).toMatchObject({ refusal: { code: 'FORM_INVALID', facts: { field } } })
})

test('sent at the same moment twice, it has one friend', async () => {
  const ticket = await ticketAt(0)
  const ends = await Promise.all([send(ticket), send(ticket, {}, { contact: 'ron@example.com' }), send(ticket)])
  expect(ends.sort()).toEqual(['NOT_FOUND', 'NOT_FOUND', 'sent'])
  expect(await cellOf('SELECT count(*)::int FROM sent_ticket')).toBe(1)
})

test('twenty of an order are sent within a day, taken back ones too', async () => {
  for (let n = 0; n < 20; n++) {
    expect(await send(await ticketAt(0))).toBe('sent')
    await back(await ticketAt(0))
  }
  expect(await send(await ticketAt(0))).toBe('TOO_MANY_REQUESTS')
})

test('TICKET_SENT: a friend’s ticket is neither exchanged, replaced nor cancelled by itself; cancelling the whole order ends its code', async () => {
  await send(await ticketAt(0))
  const key = await keyTold()
  const sent = await ticketAt(0)
  const change = { ...bought, tickets: [sent] }
  expect(await buy(bought.uuid, [seatOn(2, 3)], 15_000 - 10_500, changing(change))).toMatchObject({ refusal: { code: 'TICKET_SENT' } })
  expect((await changeOfferOf(await catalogue(), bought.uuid, bought.resId))?.tickets).toHaveLength(1)
  expect(await replaceOnSeat(bought.uuid, bought.resId, { ticketIdentifier: sent, ticketId: 13 })).toMatchObject({
    refusal: { code: 'TICKET_SENT' },
  })
  expect(await cancelCode(house.noa.visitor, bought.resId, { items: [sent] })).toBe('TICKET_SENT')
  await cancelled(house.noa.visitor, bought.resId)
  expect(await codeOfFriend(key)).toBeNull()
})

test('one evening of a series is sent as any ticket, and ends with its membership', async () => {
  const series = await boughtSeries(house.noa.visitor.uuid, 7)
  expect(await send(series.tickets.get(12) ?? '', series)).toBe('sent')
  const key = await keyTold()
  expect(await friendTicketOf(key)).toMatchObject({ showing: { presentationId: 12, tickets: [{ state: 'valid' }] } })
  await cancelled(house.noa.visitor, series.resId)
  expect(await codeOfFriend(key)).toBeNull()
})

test('the data file says to whom tickets were sent, masked; deleting the account forgets it', async () => {
  await send(await ticketAt(0))
  const { visitor, customerId } = house.noa
  const file = await dataFileOf({ visitor, customer: { customerId, isFresh: true, signedInBy: 'mobile' }, caller: null, locale: 'he' })
  expect(await file.json()).toMatchObject({ sentTickets: [{ name: 'רון לוי', contact: '•••••••233', takenBackAt: null }] })
  await inTransaction((client) => forgetFriends(client, customerId))
  expect(await sentByCustomer(customerId)).toEqual([])
  expect(await sendPageOf(bought.uuid, bought.resId)).toMatchObject({ tickets: [{ friend: { name: '', contact: '' } }, {}] })
})

test('who a friend is is forgotten a week after the show, and the ticket stays theirs', async () => {
  await send(await ticketAt(0))
  const start = `(SELECT presentation_id FROM order_seat JOIN orders USING (order_id) WHERE reservation_identifier = '${bought.resId}' LIMIT 1)`
  const showWas = async (days: number) => {
    const before = await cellOf(`SELECT starts_at::text FROM presentation WHERE presentation_id = ${start}`)
    await database().query(`UPDATE presentation SET starts_at = now() - interval '${String(days)} days' WHERE presentation_id = ${start}`)
    await sweepFriends()
    await database().query(`UPDATE presentation SET starts_at = '${String(before)}' WHERE presentation_id = ${start}`)
  }
  await showWas(6.9)
  expect(await sentByCustomer(house.noa.customerId)).toHaveLength(1)
  await showWas(7.1)
  expect(await sentByCustomer(house.noa.customerId)).toEqual([])
  expect(await cellOf('SELECT json_agg(json_build_array(sealed, taken_back_at)) FROM sent_ticket')).toEqual([[null, null]])
})

test('a key that nobody was sent is none, whatever it looks like', async () => {
  for (const key of ['', 'friend', 'A'.repeat(26), 'A'.repeat(27), `${'A'.repeat(25)}'`]) expect(await friendTicketOf(key)).toBeUndefined()
})
