import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { friendLink } from '#lib/server/platform/http/document-link.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { featureFields, placeFields } from '#lib/server/catalogue/showing-words.ts'
import { momentOf } from '#lib/server/messages/message-facts.ts'
import { fitSms } from '#lib/server/messages/message-sms.ts'
import { linesOfShowing, type ShowingLines } from '#lib/server/messages/html/message-words.ts'
import type { Channel } from '#lib/server/outbox/outbox-queue.ts'
import type { SealedBody } from '#lib/server/outbox/outbox-sealed.ts'

interface Told {
  readonly channel: Channel
  readonly locale: Locale
}

/** Brings a friend the ticket. It says nothing of who sent it, and nothing that was typed: nobody sends words of their own in the name of the house. */
export function ticketSentBody(from: Catalogue, presentationId: number, told: Told & { readonly key: string }): SealedBody {
  return bodyOf(showingOf(from, presentationId), told, 'sent')
}

/** Tells a friend that the ticket was taken back. */
export function ticketBackBody(from: Catalogue, presentationId: number, told: Told): SealedBody {
  return bodyOf(showingOf(from, presentationId), { ...told, key: null }, 'back')
}

function bodyOf(
  showing: ShowingLines,
  { channel, locale, key }: Told & { readonly key: string | null },
  words: 'sent' | 'back',
): SealedBody {
  const t = textOf(locale)
  const link = key === null ? '' : friendLink(key, locale)
  const values = { brand: settings().brand.name, when: momentOf(showing), link }
  if (channel === 'sms') return { locale, text: fitSms(showing.featureName, (feature) => t(`friend.${words}Sms`, { ...values, feature })) }
  const lines = [t(`friend.${words}Text`), ...linesOfShowing(showing, { locale, t }), ...(link === '' ? [] : [link, t('friend.keepLink')])]
  const subject = t(`friend.${words}Subject`, { ...values, feature: showing.featureName })
  return { locale, subject, text: lines.join('\n\n'), ...(link !== '' && { button: t('friend.open') }) }
}

function showingOf(from: Catalogue, presentationId: number): ShowingLines {
  const presentation = from.presentations.get(presentationId)
  return { ...featureFields(from, presentation), ...placeFields(from, presentation), startsAt: presentation?.startsAt ?? 0, tickets: [] }
}
