import type { GiftPicture } from '#lib/domain/gifts/gift.ts'
import { voucherNames } from '#lib/server/catalogue/line-words.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { decryptText } from '#lib/server/platform/secrets/secrets.ts'
import { hashOfGiftKey, isGiftKey, openSealedGift } from './sealed-gift.ts'

/** A gift as whoever has its key sees it: nothing of the buyer beyond the name that was given, and no price. */
export interface OpenedGift {
  readonly to: string
  readonly from: string
  readonly greeting: string
  readonly picture: GiftPicture
  readonly name: string
  /** The whole reference, while the voucher pays or will; null if it was cancelled, replaced or has ended. */
  readonly reference: string | null
  readonly standing: 'active' | 'used' | 'expired' | 'cancelled' | 'replaced'
  /** What is left of it, and what it was worth. */
  readonly balance: number
  readonly worth: number
  /** Whether both are tickets of a bundle. */
  readonly isTickets: boolean
  /** Whether it may be spent in parts. */
  readonly allowsPartial: boolean
  /** ms since 1970; null: no bound. */
  readonly startsAt: number | null
  readonly endsAt: number | null
}

interface Row extends Pick<OpenedGift, 'picture' | 'name' | 'standing' | 'balance' | 'worth' | 'isTickets' | 'allowsPartial'> {
  readonly classId: number | null
  readonly sealed: Buffer
  readonly hidden: Buffer
  readonly startsAt: Date | null
  readonly endsAt: Date | null
}

/** The gift that a key opens; undefined if there is none that was paid. */
export async function openGift(key: string, locale: Locale = DEFAULT_LOCALE): Promise<OpenedGift | undefined> {
  if (!isGiftKey(key)) return undefined
  const { rows } = await database().query<Row>({
    name: 'open-gift',
    text: `SELECT g.sealed, g.picture, v.name, v.system_voucher_class_id AS "classId", v.reference_encrypted AS hidden, v.balance, p.worth, v.bundle IS NOT NULL AS "isTickets", v.allows_partial AS "allowsPartial", v.starts_at AS "startsAt", v.ends_at AS "endsAt",
             CASE WHEN v.state IN ('replaced', 'forReplacement') THEN 'replaced' WHEN v.state <> 'active' THEN 'cancelled' WHEN v.ends_at <= now() THEN 'expired'
               WHEN v.balance = 0 THEN 'used' ELSE 'active' END AS standing
           FROM voucher_gift g JOIN voucher_purchase p USING (order_id, line) JOIN system_voucher v USING (system_voucher_id) WHERE g.key_hash = $1`,
    values: [hashOfGiftKey(key)],
  })
  const [row] = rows
  if (!row) return undefined
  const { sealed, hidden, startsAt, endsAt, classId, ...voucher } = row
  const nameOf = await voucherNames()
  const { to, from, greeting } = openSealedGift(sealed)
  const isShown = voucher.standing === 'active' || voucher.standing === 'used'
  return {
    ...{
      ...voucher,
      name: nameOf(locale, { classId, name: voucher.name }),
      to,
      from,
      greeting,
      reference: isShown ? decryptText(hidden) : null,
    },
    startsAt: startsAt?.getTime() ?? null,
    endsAt: endsAt?.getTime() ?? null,
  }
}
