import type { GiftPicture, WantedGift } from '#lib/domain/gifts/gift.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { openSealedGift } from './sealed-gift.ts'

/** A gift that an order has bought, as its buyer sees it when it is paid: the card, where it goes and when. Its voucher's number is on the page that the key opens. */
export interface OrderGift {
  /** The voucher, as in `vouchersOfOrder`. */
  readonly voucherId: number
  readonly key: string
  readonly to: string
  readonly from: string
  readonly greeting: string
  /** A mobile number or a mail address; '' if the buyer hands it over. */
  readonly contact: string
  readonly picture: GiftPicture
  readonly channel: WantedGift['channel']
  readonly isSent: boolean
  /** ms since 1970: when it was sent, or when it is due; null: at once. */
  readonly at: number | null
}

interface Row extends Pick<OrderGift, 'voucherId' | 'picture' | 'channel' | 'isSent'> {
  readonly sealed: Buffer
  readonly at: Date | null
}

/** The gifts among the vouchers that an order of the visitor's has bought and that pay, in the order of the lines. Empty for anybody else. */
export async function giftsOfOrder(reservationIdentifier: string, uuid: string): Promise<readonly OrderGift[]> {
  const { rows } = await database().query<Row>({
    name: 'gifts-of-order',
    text: `SELECT v.system_voucher_id AS "voucherId", g.sealed, g.picture, g.channel, g.state = 'sent' AS "isSent", coalesce(g.sent_at, g.due_at) AS at
           FROM voucher_gift g JOIN voucher_purchase p USING (order_id, line) JOIN orders o USING (order_id) JOIN system_voucher v USING (system_voucher_id)
           WHERE o.reservation_identifier = $1 AND is_order_of(o, $2) AND v.state = 'active' AND g.state IN ('waiting', 'sent') ORDER BY g.line`,
    values: [reservationIdentifier, uuid],
  })
  return rows.map(({ sealed, at, ...gift }) => ({ ...gift, ...openSealedGift(sealed), at: at?.getTime() ?? null }))
}
