import { checkGift, TIMES_AGAIN, type GiftPicture, type WantedGift } from '#lib/domain/gifts/gift.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { openSealedGift, sealGift, type SealedGift } from './sealed-gift.ts'
import { sendGift, type GiftToSend } from './queue-gifts.ts'

/** A gift as its buyer sees it. */
export interface OwnGift extends SealedGift {
  readonly picture: GiftPicture
  readonly channel: WantedGift['channel']
  readonly state: 'waiting' | 'sent' | 'withdrawn'
  /** ms since 1970; null: at once. */
  readonly dueAt: number | null
  readonly sentAt: number | null
  /** How often it may still be sent again. */
  readonly timesLeft: number
}

interface Row extends Pick<OwnGift, 'picture' | 'channel' | 'state'> {
  readonly id: string
  readonly sealed: Buffer
  readonly dueAt: Date | null
  readonly sentAt: Date | null
  readonly again: number
  readonly isTickets: boolean
  readonly now: Date
  readonly locale: string
  readonly name: string
  readonly balance: number
  readonly endsAt: Date | null
  readonly pictures: readonly GiftPicture[]
  readonly isWorth: boolean
}

/** Gifts are the customer's whose voucher they are; a voucher that was replaced takes its gift along. */
const OWN = `SELECT g.gift_id AS id, g.sealed, g.picture, g.channel, g.state, g.due_at AS "dueAt", g.sent_at AS "sentAt", g.times_again AS again, now() AS now, o.locale,
    v.name, v.balance, v.bundle IS NOT NULL AS "isTickets", v.ends_at AS "endsAt", c.pictures, v.state = 'active' AND v.balance > 0 AND coalesce(v.ends_at > now(), true) AS "isWorth"
  FROM voucher_gift g JOIN voucher_purchase p USING (order_id, line) JOIN orders o USING (order_id) JOIN system_voucher v USING (system_voucher_id)
    JOIN system_voucher_class c ON c.system_voucher_class_id = p.system_voucher_class_id
  WHERE v.system_voucher_id = $2 AND v.customer_id = $1 AND g.state <> 'ordered'`

/** The gift that a customer's voucher is; undefined if it is none. */
export async function giftOf(customerId: number, voucherId: number): Promise<OwnGift | undefined> {
  const { rows } = await database().query<Row>({ name: 'own-gift', text: OWN, values: [customerId, voucherId] })
  return rows[0] && described(rows[0])
}

function described({ sealed, picture, channel, state, dueAt, sentAt, again }: Row): OwnGift {
  return {
    ...{ ...openSealedGift(sealed), picture, channel, state, timesLeft: TIMES_AGAIN - again },
    dueAt: dueAt?.getTime() ?? null,
    sentAt: sentAt?.getTime() ?? null,
  }
}

async function lockOwn(client: Queryable, customerId: number, voucherId: number): Promise<Row | undefined> {
  const { rows } = await client.query<Row>({ name: 'own-gift-locked', text: `${OWN} FOR UPDATE OF g`, values: [customerId, voucherId] })
  return rows[0]
}

/** Changes a gift until it is sent. Refusals: GIFT_NOT_FOUND, GIFT_SENT, those of `checkGift`. */
export function changeGift(customerId: number, voucherId: number, wanted: WantedGift): Promise<Result<OwnGift>> {
  return inTransaction(async (client): Promise<Result<OwnGift>> => {
    const row = await lockOwn(client, customerId, voucherId)
    if (!row) return refuse('GIFT_NOT_FOUND')
    if (row.state !== 'waiting') return refuse('GIFT_SENT')
    const checked = checkGift(wanted, { now: row.now.getTime(), endsAt: row.endsAt?.getTime() ?? null, pictures: row.pictures })
    if (!checked.ok) return checked
    const { to, from, greeting, contact, picture, channel, dueAt } = checked.value
    const sealed = sealGift({ key: openSealedGift(row.sealed).key, to, from, greeting, contact })
    const due = dueAt === null ? null : new Date(dueAt)
    await client.query({
      name: 'change-gift',
      text: `UPDATE voucher_gift SET sealed = $2, picture = $3, channel = $4, due_at = $5, state = CASE WHEN $4 = 'print' THEN 'sent' ELSE state END,
               sent_at = CASE WHEN $4 = 'print' THEN now() END WHERE gift_id = $1`,
      values: [row.id, sealed, picture, channel, due],
    })
    return accept(described({ ...row, sealed, picture, channel, dueAt: due }))
  })
}

/** Sends a gift again to where it went, a few times. Refusals: GIFT_NOT_FOUND (or not sent to anybody yet), NOT_ACTIVE (its voucher pays no more), TOO_MANY_REQUESTS. */
export function sendGiftAgain(customerId: number, voucherId: number): Promise<Result<null>> {
  return inTransaction(async (client): Promise<Result<null>> => {
    const row = await lockOwn(client, customerId, voucherId)
    if (row?.state !== 'sent' || row.channel === 'print') return refuse('GIFT_NOT_FOUND')
    if (!row.isWorth) return refuse('NOT_ACTIVE')
    if (row.again >= TIMES_AGAIN) return refuse('TOO_MANY_REQUESTS', { seconds: 86_400 })
    await client.query({
      name: 'gift-again',
      text: 'UPDATE voucher_gift SET times_again = times_again + 1 WHERE gift_id = $1',
      values: [row.id],
    })
    await sendGift(client, row as GiftToSend)
    return accept(null)
  })
}
