import { resolve } from 'node:path'
import { beforeAll } from 'vitest'
import { sendTicket } from '#lib/server/friends/send-ticket.ts'
import { forgetFriends, friendsOf, sentByCustomer } from '#lib/server/friends/sent-tickets.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { buy } from '#tests/support/buyers/changes.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { FRIEND_CHECKS } from '#tests/support/checks/friend-checks.ts'
import { aCustomer, aSeat, type CustomerPerson } from '#tests/support/checks/people.ts'
import { testChecks } from '#tests/support/checks/test-checks.ts'
import { freshDatabase } from '#tests/support/database/database.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
})

interface Ticket {
  readonly owner: CustomerPerson
  readonly resId: string
  readonly ticketIdentifier: string
}

async function aTicket(): Promise<Ticket> {
  const owner = await aCustomer()
  const made = await buy(owner.uuid, [aSeat()], 11_200)
  if (!made.ok) throw new Error(made.refusal.code)
  return { owner, resId: made.value.reservationIdentifier, ticketIdentifier: made.value.ticketIdentifiers[0] ?? '' }
}

async function aSentTicket(): Promise<Ticket> {
  const ticket = await aTicket()
  const { owner, resId, ticketIdentifier } = ticket
  const sent = await sendTicket({ uuid: owner.uuid, resId, ticketIdentifier }, { name: 'רון', contact: '052-111-2233', locale: 'he' })
  if (!sent.ok) throw new Error(sent.refusal.code)
  return ticket
}

testChecks(FRIEND_CHECKS, {
  'a ticket is sent from our own pages': async () => {
    const { owner, resId, ticketIdentifier } = await aTicket()
    const request = new Request(`http://127.0.0.1/cart/${resId}/send`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams({ ticket: ticketIdentifier, name: 'רון', contact: '052-111-2233' }),
    })
    const { sendByForm } = (await import(resolve('src/pages/cart/[resId]/_send.ts'))) as {
      sendByForm: (context: object, resId: string) => Promise<{ readonly result: { readonly ok: boolean } }>
    }
    const context = { request, locals: { visitor: owner, locale: 'he' }, clientAddress: '127.0.0.1' }
    return (await sendByForm(context, resId)).result.ok
  },
  'the data file names own friends': async () => {
    await aSentTicket()
    return (await sentByCustomer((await aCustomer()).customerId)).length > 0
  },
  'evenings name own friends': async () => {
    await aSentTicket()
    return (await friendsOf((await aCustomer()).customerId)).size > 0
  },
  'only own friends are forgotten': async () => {
    const { owner } = await aSentTicket()
    const { customerId } = await aCustomer()
    await inTransaction((client) => forgetFriends(client, customerId))
    return (await sentByCustomer(owner.customerId)).length === 0
  },
})
