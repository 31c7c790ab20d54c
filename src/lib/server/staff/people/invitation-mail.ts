import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { enqueueSealed, type SealedBody } from '#lib/server/outbox/outbox-sealed.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { INVITATION_DAYS } from './invite.ts'

/** Where somebody sets a password, by the secret of an invitation. */
export function invitationAddress(token: string): string {
  return new URL(`/PRES-live/invitation/${token}`, settings().publicOrigin).href
}

interface InvitationMail {
  readonly locale: Locale
  readonly email: string
  readonly name: string
  readonly token: string
}

/** What the mail says. */
export function invitationBody({ locale, name, token }: Omit<InvitationMail, 'email'>): SealedBody {
  const t = textOf(locale)
  const values = { name, brand: settings().brand.name, limit: String(INVITATION_DAYS) }
  const lines = [t('staff.mailText', values), invitationAddress(token), t('staff.mailNote', values)]
  return { locale, subject: t('staff.mailSubject', values), text: lines.join('\n\n'), button: t('staff.mailButton') }
}

/** Sends the link by mail, in the transaction that makes it. */
export async function mailInvitation(client: Queryable, { email, ...mail }: InvitationMail): Promise<void> {
  const expiresIn = INVITATION_DAYS * 86_400
  await enqueueSealed(client, { channel: 'mail', kind: 'staff invitation', recipient: email, body: invitationBody(mail), expiresIn })
}
