import { cutText } from '#lib/domain/cut-text.ts'
import { GIFT_CHANNELS, GIFT_NAME_LENGTH, GIFT_PICTURES, GREETING_LENGTH, type WantedGift } from '#lib/domain/gifts/gift.ts'

/** The gift of a form, whose fields are those of `GiftFields.astro`; what is none of the choices is the first one. */
export function sentGift(sent: FormData): WantedGift {
  const text = (name: string, most: number): string => {
    const value = sent.get(name)
    return typeof value === 'string' ? cutText(value.replaceAll('\r\n', '\n').trim(), most) : ''
  }
  return {
    to: text('to', GIFT_NAME_LENGTH),
    from: text('from', GIFT_NAME_LENGTH),
    greeting: text('greeting', GREETING_LENGTH),
    picture: GIFT_PICTURES.find((one) => one === text('picture', 20)) ?? GIFT_PICTURES[0],
    channel: GIFT_CHANNELS.find((one) => one === text('channel', 20)) ?? 'sms',
    contact: text('contact', 200),
    at: text('at', 16) || null,
  }
}
