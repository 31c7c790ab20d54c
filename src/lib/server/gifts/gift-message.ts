import type { Channel } from '#lib/server/outbox/outbox-queue.ts'
import type { SealedBody } from '#lib/server/outbox/outbox-sealed.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { giftLink } from '#lib/server/platform/http/document-link.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { unlinked } from '#lib/text/unlinked.ts'
import { namedWorthText } from '#lib/text/worth-text.ts'
import type { SealedGift } from './sealed-gift.ts'

/** What the receiver of a gift is told of the voucher. */
export interface GiftedVoucher {
  readonly name: string
  readonly balance: number
  /** Whether that is tickets of a bundle. */
  readonly isTickets: boolean
}

/**
 * The message that brings a gift, in the buyer's language: who sends it, what it is worth, and the link that opens it, which no name is. A greeting stays as it was written, with
 * its dates and times.
 */
export function giftBody(
  { key, to, from, greeting }: SealedGift,
  voucher: GiftedVoucher,
  how: { channel: Channel; locale: Locale },
): SealedBody {
  const { channel, locale } = how
  const t = textOf(locale)
  const link = giftLink(key, locale)
  const values = {
    brand: settings().brand.name,
    to: unlinked(to),
    from: unlinked(from),
    voucher: namedWorthText(voucher.name, { amount: voucher.balance, isTickets: voucher.isTickets }, t),
    link,
  }
  if (channel === 'sms') return { locale, text: t('voucher.giftSms', values) }
  const lines = [t('voucher.giftMail', values), ...(greeting === '' ? [] : [greeting]), link, t('voucher.giftKeep')]
  return { locale, subject: t('voucher.giftSubject', values), text: lines.join('\n\n'), button: t('voucher.giftOpen'), link }
}
