import { voucherNames } from '#lib/server/catalogue/line-words.ts'
import type { Channel } from '#lib/server/outbox/outbox-queue.ts'
import { enqueueSealed } from '#lib/server/outbox/outbox-sealed.ts'
import { localeOfOrder } from '#lib/server/platform/config/enabled-locales.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { giftBody, type GiftedVoucher } from './gift-message.ts'
import { openSealedGift } from './sealed-gift.ts'

/** Gifts that one transaction hands to the outbox. */
const BATCH = 50
/** Seconds after which a message that was not delivered is given up: the buyer may send it again. */
const TOLD_WITHIN = 7 * 86_400

/** A gift that is to be sent. */
export interface GiftToSend extends GiftedVoucher {
  readonly id: string
  readonly sealed: Buffer
  readonly channel: Channel
  readonly locale: string
}

interface DueGift extends GiftToSend {
  readonly classId: number | null
  /** Whether its voucher still pays. */
  readonly isWorth: boolean
}

/**
 * Hands due gifts, by the database's clock, to the outbox. Gift and message change in one transaction, and a gift that another process is sending is skipped: each
 * is sent once, whatever dies in between. One whose voucher was cancelled, replaced or spent is withdrawn. @returns how many were looked after
 */
export async function queueGifts(): Promise<number> {
  if (!(await isAnyDue())) return 0
  const nameOf = await voucherNames()
  let done = 0
  for (;;) {
    const batch = await inTransaction((client) => queueBatch(client, nameOf))
    done += batch
    if (batch < BATCH) return done
  }
}

const DUE = `g.state = 'waiting' AND (g.due_at IS NULL OR g.due_at <= now())`

/** Mostly none is: then no names are made of the catalogue, in any language. */
async function isAnyDue(): Promise<boolean> {
  const { rowCount } = await database().query({
    name: 'any-gift-due',
    text: `SELECT FROM voucher_gift g WHERE ${DUE} LIMIT 1`,
  })
  return rowCount !== 0
}

async function queueBatch(client: Queryable, nameOf: Awaited<ReturnType<typeof voucherNames>>): Promise<number> {
  const { rows } = await client.query<DueGift>({
    name: 'due-gifts',
    text: `SELECT g.gift_id AS id, g.sealed, g.channel, o.locale, v.name, v.system_voucher_class_id AS "classId", v.balance, v.bundle IS NOT NULL AS "isTickets",
             v.state = 'active' AND v.balance > 0 AND coalesce(v.ends_at > now(), true) AS "isWorth"
           FROM voucher_gift g JOIN voucher_purchase p USING (order_id, line) JOIN orders o USING (order_id) JOIN system_voucher v USING (system_voucher_id)
           WHERE ${DUE} ORDER BY g.due_at NULLS FIRST LIMIT $1 FOR UPDATE OF g SKIP LOCKED`,
    values: [BATCH],
  })
  const worth = rows.filter(({ isWorth }) => isWorth)
  for (const gift of worth) await sendGift(client, { ...gift, name: nameOf(localeOfOrder(gift.locale), gift) })
  await client.query({
    name: 'gifts-sent',
    text: `UPDATE voucher_gift SET state = CASE WHEN gift_id = ANY ($2::uuid[]) THEN 'sent' ELSE 'withdrawn' END, sent_at = CASE WHEN gift_id = ANY ($2) THEN now() END
           WHERE gift_id = ANY ($1::uuid[])`,
    values: [rows.map(({ id }) => id), worth.map(({ id }) => id)],
  })
  return rows.length
}

/** Queues the message of a gift in a transaction that has it locked. */
export async function sendGift(client: Queryable, { sealed, channel, locale, name, balance, isTickets }: GiftToSend): Promise<void> {
  const gift = openSealedGift(sealed)
  await enqueueSealed(client, {
    ...{ channel, kind: 'gift', recipient: gift.contact, expiresIn: TOLD_WITHIN },
    body: giftBody(gift, { name, balance, isTickets }, { channel, locale: localeOfOrder(locale) }),
  })
}
