import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import type { SealedBody } from '#lib/server/outbox/outbox-sealed.ts'
import type { Channel } from '#lib/server/outbox/outbox-queue.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/** The text of a message with a code. The last line of an SMS is an origin-bound one-time code, which browsers offer on this site only. */
export function codeText(channel: Channel, code: string, locale: Locale): SealedBody {
  const t = textOf(locale)
  const values = { brand: settings().brand.name, code }
  if (channel === 'mail') {
    const text = `${t('messages.codeMailText', values)}\n\n${code}\n\n${t('messages.codeMailNote')}\n${t('messages.codeMailIgnore')}`
    return { locale, subject: t('messages.codeMailSubject', values), headline: t('messages.codeMailHeadline'), text }
  }
  return { locale, text: `${t('messages.codeSms', values)}\n\n@${new URL(settings().publicOrigin).hostname} #${code}` }
}
