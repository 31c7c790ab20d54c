import type { Locale } from '#lib/text/locales.ts'
import { ltrIn } from '#lib/text/isolate.ts'
import { textOf } from '#lib/text/text.ts'
import type { SealedBody } from '#lib/server/outbox/outbox-sealed.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/** Messages to customers about their own account; each is a body for `enqueueSealed`. */

/** The mail with a sign-in link. */
export function signInLinkMail(locale: Locale, link: string): SealedBody {
  const t = textOf(locale)
  const lines = [t('messages.linkText', named()), link, t('messages.linkNote')]
  return { locale, subject: t('messages.linkSubject', named()), text: lines.join('\n\n'), button: t('messages.linkButton') }
}

export type Contact = 'mobile' | 'email'

/** To the previous address: a number or an address was changed. */
export function contactChangedMail(locale: Locale, contact: Contact): SealedBody {
  const t = textOf(locale)
  return {
    locale,
    subject: t(`messages.changedSubject_${contact}`),
    text: `${t(`messages.changed_${contact}`, named())}\n\n${notYou(locale)}`,
  }
}

/** To the previous number. */
export function contactChangedSms(locale: Locale, contact: Contact): SealedBody {
  const t = textOf(locale)
  return { locale, text: t(`messages.changedSms_${contact}`, { ...named(), phone: phoneIn(locale) }) }
}

export function passwordChangedMail(locale: Locale): SealedBody {
  const t = textOf(locale)
  return { locale, subject: t('messages.passwordSubject'), text: `${t('messages.passwordText', named())}\n\n${notYou(locale)}` }
}

/** To a customer without an e-mail address. */
export function passwordChangedSms(locale: Locale): SealedBody {
  return { locale, text: textOf(locale)('messages.passwordSms', { ...named(), phone: phoneIn(locale) }) }
}

/** Confirms that all data was deleted; its text alone is the SMS. */
export function accountDeletedMail(locale: Locale): SealedBody {
  const t = textOf(locale)
  const values = { ...named(), phone: phoneIn(locale) }
  return { locale, subject: t('account.deletedSubject', values), text: t('account.deletedText', values) }
}

function notYou(locale: Locale): string {
  return textOf(locale)('messages.notYou', { phone: phoneIn(locale) })
}

function phoneIn(locale: Locale): string {
  return ltrIn(locale, settings().boxOfficePhone)
}

function named(): { readonly brand: string } {
  return { brand: settings().brand.name }
}
