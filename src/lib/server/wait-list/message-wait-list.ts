import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { waitLink } from '#lib/server/platform/http/document-link.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import type { WaitShowing } from './wait-showing.ts'
import { momentOf } from '#lib/server/messages/message-facts.ts'
import { fitSms } from '#lib/server/messages/message-sms.ts'
import { linesOfShowing } from '#lib/server/messages/html/message-words.ts'
import type { Channel } from '#lib/server/outbox/outbox-queue.ts'
import type { SealedBody } from '#lib/server/outbox/outbox-sealed.ts'

/** The recipient and the number of tickets. */
interface Recipient {
  readonly channel: Channel
  readonly locale: Locale
  readonly quantity: number
  /** The key of the request's link. */
  readonly key: string
}

/** Confirms a place on the list and says how to leave it. */
export function joinedBody(showing: WaitShowing, told: Recipient): SealedBody {
  return bodyOf(showing, told, 'waitJoined')
}

/** Says that seats are free; they are not locked for the recipient. */
export function offerBody(showing: WaitShowing, told: Recipient): SealedBody {
  return bodyOf(showing, told, 'waitOffer')
}

function bodyOf(showing: WaitShowing, { channel, locale, quantity, key }: Recipient, words: 'waitJoined' | 'waitOffer'): SealedBody {
  const t = textOf(locale, showing.businessId)
  const link = waitLink(key, locale)
  const values = { brand: settings().brand.name, when: momentOf(showing), quantity, link }
  if (channel === 'sms')
    return { locale, text: fitSms(showing.featureName, (feature) => t(`messages.${words}Sms`, { ...values, feature })) }
  const lines = [
    t(`messages.${words}Text`, values),
    ...linesOfShowing({ ...showing, tickets: [] }, { locale, t }),
    t('messages.waitQuantity', { quantity }),
    t(`messages.${words}Note`),
    link,
    t('messages.waitLeave'),
  ]
  const subject = t(`messages.${words}Subject`, { ...values, feature: showing.featureName })
  return { locale, subject, text: lines.join('\n\n'), button: t(`messages.${words}Button`) }
}
