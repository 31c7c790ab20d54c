import type { Locale } from '#lib/text/locales.ts'
import { contactChangedMail, contactChangedSms } from '#lib/server/customers/sign-in/account-messages.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { enqueueSealed } from '#lib/server/outbox/outbox-sealed.ts'

/** A customer's contacts. */
export interface Reached {
  readonly mobileNumber: string | null
  readonly email: string
  readonly isEmailProved: boolean
}

/** A contact that has changed, and the language that its customer is told in. */
interface ContactNotice {
  readonly changed: 'mobile' | 'email'
  readonly locale: Locale
}

const NOTICE_SECONDS = 3 * 86_400

/**
 * Tells a customer at the previous contact that their number or address has changed: at the old value itself or, if there was none, through the other channel.
 * An unproved address gets nothing, because it may be anybody's.
 */
export async function tellContactChanged(client: Queryable, before: Reached, { changed, locale }: ContactNotice): Promise<void> {
  const address = before.isEmailProved && before.email !== '' ? before.email : null
  const number = before.mobileNumber
  const isBySms = number !== null && (changed === 'mobile' || address === null)
  if (isBySms) {
    const body = contactChangedSms(locale, changed)
    await enqueueSealed(client, { channel: 'sms', kind: 'contact changed', recipient: number, body, expiresIn: NOTICE_SECONDS })
  } else if (address !== null) {
    const body = contactChangedMail(locale, changed)
    await enqueueSealed(client, { channel: 'mail', kind: 'contact changed', recipient: address, body, expiresIn: NOTICE_SECONDS })
  }
}
