import { DAY_MS } from '#lib/domain/time/durations.ts'
import { normaliseEmail } from '#lib/domain/customers/email-address.ts'
import { normaliseMobileNumber } from '#lib/domain/customers/mobile-number.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { instantOfWall } from '#lib/domain/time/wall-clock.ts'

/** The pictures that a gift may bear. */
export const GIFT_PICTURES = ['seat', 'curtain', 'moon', 'flowers'] as const
export type GiftPicture = (typeof GIFT_PICTURES)[number]

/** How a gift goes to its receiver; print: the buyer hands it over. */
export const GIFT_CHANNELS = ['sms', 'mail', 'print'] as const
export type GiftChannel = (typeof GIFT_CHANNELS)[number]

/** Signs of a greeting, and of a name. */
export const GREETING_LENGTH = 160
export const GIFT_NAME_LENGTH = 40
/** Ready greetings to choose from; the catalogues hold their words. */
export const GREETING_IDEAS = ['birthday', 'thanks', 'wedding', 'justBecause'] as const
/** How often a gift is sent again. */
export const TIMES_AGAIN = 3

/** What a buyer says of a gift. */
export interface WantedGift {
  readonly to: string
  readonly from: string
  readonly greeting: string
  readonly picture: GiftPicture
  readonly channel: GiftChannel
  /** A mobile number or an e-mail address, as the channel needs; empty for print. */
  readonly contact: string
  /** YYYY-MM-DDTHH:MM in Asia/Jerusalem; null: once it is paid. */
  readonly at: string | null
}

/** A gift whose contact is normalised. */
export interface CheckedGift extends Omit<WantedGift, 'at'> {
  /** ms since 1970; null: once it is paid. */
  readonly dueAt: number | null
}

/** So long ahead a gift may be kept. */
export const LATEST_GIFT_MS = 366 * DAY_MS

/**
 * Checks a gift. Refusals: GIFT_NAMES (nobody is named), GIFT_PICTURE (not one of its class), GIFT_CONTACT (none that the channel reaches), GIFT_TIME (past, more
 * than a year ahead, or after the voucher has ended).
 * @param endsAt ms since 1970, the voucher's end; null: none
 */
export function checkGift(
  gift: WantedGift,
  { now, endsAt, pictures }: { readonly now: number; readonly endsAt: number | null; readonly pictures: readonly GiftPicture[] },
): Result<CheckedGift> {
  const [to, from] = [gift.to.trim(), gift.from.trim()]
  if (to === '' || from === '') return refuse('GIFT_NAMES')
  if (!pictures.includes(gift.picture)) return refuse('GIFT_PICTURE')
  const contact = contactOf(gift)
  if (contact === undefined) return refuse('GIFT_CONTACT')
  const dueAt = gift.at === null || gift.channel === 'print' ? null : instantOfWall(gift.at)
  if (dueAt === undefined) return refuse('GIFT_TIME')
  // A minute that has just begun is still now.
  if (dueAt !== null && (dueAt < now - 60_000 || dueAt > now + LATEST_GIFT_MS || dueAt >= (endsAt ?? Infinity))) return refuse('GIFT_TIME')
  const { greeting, picture, channel } = gift
  return accept({ to, from, greeting: greeting.trim(), picture, channel, contact, dueAt })
}

/** The normalised contact; undefined if the channel does not reach it. */
function contactOf({ channel, contact }: Pick<WantedGift, 'channel' | 'contact'>): string | undefined {
  if (channel === 'print') return ''
  return channel === 'sms' ? normaliseMobileNumber(contact) : normaliseEmail(contact)
}
