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
import { boughtBy, cancelled, signedIn } from './cancels.ts'
import { buy, cartFor, changing, seatOn } from './changes.ts'
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
  await database().query('DELETE FROM start_move')
  await importStart(Date.now() + 4 * DAY)
  await queueMoved()
  await reconcile()
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
         ELSE regexp_replace(kind, ':[0-9a-f-]{36}.*$', '') END AS name FROM outbox WHERE channel = 'mail' AND order_id IS NOT NULL) m ORDER BY name, created_at DESC`,
  )
  const ofOrders = rows.map(async ({ orderId, kind, name }) => ({ kind: name, body: await mailOf(orderId, kind) }))
  const found = (await Promise.all(ofOrders)).flatMap(({ kind, body }) => (body ? [{ kind, ...body }] : []))
  return [...found, ...accountMails(locale), ...(await waitMails(locale))]
}

function accountMails(locale: Locale): readonly NamedMail[] {
  const bodies = {
    code: codeText('mail', '482913', locale),
    link: signInLinkMail(locale, 'http://127.0.0.1:4321/customer#jwtToken=aaa.bbb.ccc'),
    'mobile changed': contactChangedMail(locale, 'mobile'),
    'email changed': contactChangedMail(locale, 'email'),
    'password changed': passwordChangedMail(locale),
    'account deleted': accountDeletedMail(locale),
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
