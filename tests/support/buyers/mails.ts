import { joinedBody, offerBody } from '#lib/server/wait-list/message-wait-list.ts'
import { waitShowing } from '#lib/server/wait-list/wait-showing.ts'
import { codeText } from '#lib/server/customers/sign-in/sign-in-code-text.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import {
  accountDeletedMail,
  contactChangedMail,
  passwordChangedMail,
  signInLinkMail,
} from '#lib/server/customers/sign-in/account-messages.ts'
import { mailOf } from '#lib/server/messages/message-bodies.ts'
import { renderSealedMail } from '#lib/server/messages/message-sealed.ts'
import type { MailBody } from '#lib/server/messages/messages.ts'
import { queueMoved } from '#lib/server/messages/moved-starts.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { releaseUnpaid } from '#lib/server/orders/holds/unpaid-hold.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import type { Locale } from '#lib/text/locales.ts'
import { boughtBy, cancelled, newCatalogue, signedIn } from './cancels.ts'
import { buy, cartFor, changing, newVisitor, seatOn } from './changes.ts'
import { addDonations, donate, PUPIL, SIXTY } from '#tests/support/sold/donations.ts'
import { addMemberships, ADULT, buyMemberships, EIGHT } from '#tests/support/sold/memberships.ts'
import { addVoucherClasses, buyVouchers, HUNDRED, VOUCHER } from '#tests/support/sold/vouchers.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { ticketBackBody, ticketSentBody } from '#lib/server/friends/message-friend.ts'
import { giftBody } from '#lib/server/gifts/gift-message.ts'
import { factsOfOrder } from '#lib/server/messages/message-facts.ts'
import { renderHoldMail } from '#lib/server/messages/message-holds.ts'
import { renderResoldMail } from '#lib/server/messages/message-resold.ts'
import { invitationBody } from '#lib/server/staff/people/invitation-mail.ts'
import { reminderBody } from '#lib/server/staff/people/remind-of-factor.ts'
import { browserOf, makeMember } from '#tests/support/seats/holders.ts'
import { seatAt } from './house.ts'
import { importStart } from './moved-start.ts'

const DAY = 86_400_000

/** Makes orders of every kind: bought, changed for cheaper seats, cancelled, held until expiry, moved. Their messages are in the outbox. */
export async function orderEveryWay(): Promise<void> {
  const noa = await signedIn()
  const old = await boughtBy(noa)
  const changed = await buy(old.uuid, [seatOn(3, 3), seatOn(3, 4)], 0, changing(old))
  if (!changed.ok) throw new Error(changed.refusal.code)
  const { resId } = await boughtBy(noa, [seatOn(1, 3), seatOn(1, 4)])
  await cancelled(noa.visitor, resId)
  const held = await browserOf(await makeMember(), [seatAt(4, 4)])
  const hold = await commit(held, { cart: { ...cartFor([seatAt(4, 4)]), isHold: true } }, 'he')
  if (!hold.ok) throw new Error(hold.refusal.code)
  await database().query(`UPDATE orders SET pay_until = now() - interval '1 minute' WHERE state = 'unpaid'`)
  await releaseUnpaid(10)
  await boughtBy(noa, [seatOn(1, 5), seatOn(1, 6)])
  await buyBesideTickets()
  await database().query('DELETE FROM start_move')
  await importStart(Date.now() + 4 * DAY)
  await queueMoved()
  await reconcile()
  await fixFacts()
}

/** Dates, times and order numbers, which differ with each run, are always the same: pictures of mails are compared. */
async function fixFacts(): Promise<void> {
  const start = `'2031-05-08 17:30Z'::timestamptz + (presentation_id - 1) * interval '1 day'`
  await database().query(`
    UPDATE presentation SET starts_at = ${start};
    UPDATE start_move SET from_at = ${start} - interval '1 day', to_at = ${start};
    UPDATE orders SET order_number = 'SHWR' || translate((2220 + place)::text, '01', 'ZK'), pay_until = CASE WHEN pay_until IS NOT NULL THEN '2031-05-07 15:00Z'::timestamptz END
      FROM (SELECT order_id AS id, rank() OVER (ORDER BY created_at) AS place FROM orders) placed WHERE id = order_id`)
  await newCatalogue()
}

/** Orders without tickets: a donation, a voucher, a membership. */
async function buyBesideTickets(): Promise<void> {
  await addDonations()
  await addVoucherClasses()
  await addMemberships()
  const made = [
    await donate(await newVisitor(), [PUPIL], SIXTY),
    await buyVouchers(await newVisitor(), [VOUCHER], HUNDRED),
    await buyMemberships(await newVisitor(), [ADULT], EIGHT),
  ]
  for (const one of made) if (!one.ok) throw new Error(one.refusal.code)
}

export interface NamedMail extends MailBody {
  /** 'tickets', 'cancelled', 'code' … */
  readonly kind: string
}

/** Every kind of mail once, in a language. */
export async function mailsIn(locale: Locale): Promise<readonly NamedMail[]> {
  await database().query('UPDATE orders SET locale = $1', [locale])
  const { rows } = await database().query<{ orderId: string; kind: string; name: string }>(
    `SELECT DISTINCT ON (name) order_id AS "orderId", kind, name FROM (
       SELECT *, CASE WHEN kind = 'tickets' AND EXISTS (SELECT FROM orders o WHERE o.order_id = outbox.order_id AND o.modifies IS NOT NULL) THEN 'change'
         WHEN kind = 'tickets' THEN 'tickets' || coalesce((SELECT ' of a ' || min(i.kind) FROM order_item i WHERE i.order_id = outbox.order_id), '')
         ELSE regexp_replace(kind, ':[0-9a-f-]{36}.*$', '') END AS name FROM outbox WHERE channel = 'mail' AND order_id IS NOT NULL) m ORDER BY name, created_at DESC`,
  )
  const ofOrders = rows.map(async ({ orderId, kind, name }) => ({ kind: name, body: await mailOf(orderId, kind) }))
  const found = (await Promise.all(ofOrders)).flatMap(({ kind, body }) => (body ? [{ kind, ...body }] : []))
  const ofTickets = rows.find(({ name }) => name === 'tickets')
  return [
    ...found,
    ...accountMails(locale),
    ...(await waitMails(locale)),
    ...(await friendMails(locale)),
    ...(await heldMails(ofTickets?.orderId ?? '')),
  ]
}

function accountMails(locale: Locale): readonly NamedMail[] {
  const bodies = {
    code: codeText('mail', '482913', locale),
    link: signInLinkMail(locale, 'http://127.0.0.1:4321/customer#jwtToken=aaa.bbb.ccc'),
    'mobile changed': contactChangedMail(locale, 'mobile'),
    'email changed': contactChangedMail(locale, 'email'),
    'password changed': passwordChangedMail(locale),
    'account deleted': accountDeletedMail(locale),
    'staff invitation': invitationBody({ locale, name: 'רות', token: 'a'.repeat(26) }),
    'staff reminder': reminderBody({ locale, name: 'רות' }),
    gift: giftBody(
      { key: 'a'.repeat(26), to: 'תמר', from: 'נועה', contact: 'tamar@example.com', greeting: 'מזל טוב!' },
      { name: 'שובר', balance: 10_000, isTickets: false },
      { channel: 'mail', locale },
    ),
  }
  return Object.entries(bodies).map(([kind, body]) => ({ kind, ...renderSealedMail(body) }))
}

async function waitMails(locale: Locale): Promise<readonly NamedMail[]> {
  const showing = await waitShowing(1)
  if (!showing) throw new Error('The presentation is not there.')
  const told = { channel: 'mail', locale, quantity: 2, key: 'aaaaaaaaaaaaaaaaaaaaaa' } as const
  return [
    { kind: 'wait list joined', ...renderSealedMail(joinedBody(showing, told)) },
    { kind: 'seats free', ...renderSealedMail(offerBody(showing, told)) },
  ]
}

async function friendMails(locale: Locale): Promise<readonly NamedMail[]> {
  const from = await catalogue(locale)
  const told = { channel: 'mail', locale } as const
  return [
    { kind: 'friend ticket', ...renderSealedMail(ticketSentBody(from, 1, { ...told, key: 'a'.repeat(26) })) },
    { kind: 'friend ticket back', ...renderSealedMail(ticketBackBody(from, 1, told)) },
  ]
}

/** What is told by the clock, or by another's order: of any order. */
async function heldMails(orderId: string): Promise<readonly NamedMail[]> {
  const order = await factsOfOrder(orderId)
  if (!order) throw new Error('There is no order of tickets.')
  return [
    { kind: 'reminder', ...renderHoldMail(order, 'reminder') },
    { kind: 'resold', ...renderResoldMail({ order, credit: 9_000 }) },
  ]
}
