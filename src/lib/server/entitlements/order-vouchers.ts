import { decryptText } from '#lib/server/platform/secrets/secrets.ts'
import { voucherNames } from '#lib/server/catalogue/line-words.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'

/** A voucher that an order has bought, with its whole reference: for its buyer's eyes only. */
export interface OrderVoucher {
  readonly id: number
  readonly name: string
  readonly reference: string
  readonly balance: number
  /** Whether that is tickets of a bundle. */
  readonly isTickets: boolean
  /** ms since 1970; null: no bound. */
  readonly startsAt: number | null
  readonly endsAt: number | null
}

/** The vouchers that an order of the visitor's has bought and that pay, in the order of the lines; of a replaced one its replacement. Empty for anybody else. */
export async function vouchersOfOrder(
  reservationIdentifier: string,
  uuid: string,
  locale: Locale = DEFAULT_LOCALE,
): Promise<readonly OrderVoucher[]> {
  const { rows } = await database().query<{
    id: number
    name: string
    classId: number | null
    hidden: Buffer
    balance: number
    isTickets: boolean
    startsAt: Date | null
    endsAt: Date | null
  }>({
    name: 'vouchers-of-order',
    text: `SELECT v.system_voucher_id AS id, v.name, v.system_voucher_class_id AS "classId", v.reference_encrypted AS hidden, v.balance, v.bundle IS NOT NULL AS "isTickets", v.starts_at AS "startsAt", v.ends_at AS "endsAt"
           FROM voucher_purchase p JOIN orders o USING (order_id) JOIN system_voucher v ON p.system_voucher_id IN (v.system_voucher_id, v.replaces)
           WHERE o.reservation_identifier = $1 AND is_order_of(o, $2) AND v.state = 'active' ORDER BY p.line`,
    values: [reservationIdentifier, uuid],
  })
  const nameOf = await voucherNames()
  return rows.map(({ id, name, classId, hidden, balance, isTickets, startsAt, endsAt }) => ({
    ...{ id, name: nameOf(locale, { classId, name }), reference: decryptText(hidden), balance, isTickets },
    startsAt: startsAt?.getTime() ?? null,
    endsAt: endsAt?.getTime() ?? null,
  }))
}
