import type { VoucherItem } from '#lib/contract/order/voucher-cart.ts'
import type { WantedGift } from '#lib/domain/gifts/gift.ts'
import { wallTimeOf } from '#lib/domain/time/wall-clock.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { openSealed } from '#lib/server/outbox/outbox-sealed.ts'
import { VOUCHER } from './vouchers.ts'

export const GIFT: WantedGift = {
  ...{
    to: 'רות',
    from: 'נועה ואורי',
    greeting: 'מזל טוב, אמא.',
    picture: 'moon',
    channel: 'mail',
    contact: 'ruth@shura.example',
    at: null,
  },
}

/** One voucher of ₪100 as a gift. */
export function giftItem(change: Partial<WantedGift> = {}): VoucherItem {
  return { ...VOUCHER, Gift: { ...GIFT, ...change } }
}

/** A wall time some minutes from now. */
export function inMinutes(minutes: number): string {
  return wallTimeOf(Date.now() + minutes * 60_000)
}

/** Lets the time of all waiting gifts come. */
export async function letGiftsBeDue(): Promise<void> {
  await database().query(`UPDATE voucher_gift SET due_at = now() - interval '1 second' WHERE state = 'waiting'`)
}

/** What was written to receivers of gifts, the oldest first. */
export async function giftMessages(): Promise<readonly { readonly to: string; readonly channel: string; readonly text: string }[]> {
  const { rows } = await database().query<{ to: string; channel: string; body: Buffer }>(
    `SELECT recipient AS to, channel, sealed_body AS body FROM outbox WHERE kind = 'gift' ORDER BY created_at, message_id`,
  )
  return rows.map(({ body, ...row }) => ({ ...row, text: openSealed(body).text }))
}

/** The keys in the links of messages. */
export async function giftKeys(): Promise<readonly string[]> {
  return (await giftMessages()).map(({ text }) => /\/gift\/(\w+)/.exec(text)?.[1] ?? '')
}

export async function giftStates(): Promise<readonly string[]> {
  const { rows } = await database().query<{ state: string }>('SELECT state FROM voucher_gift ORDER BY created_at, line')
  return rows.map(({ state }) => state)
}
