import { settings } from '#lib/server/platform/config/settings.ts'
import type { MailProvider } from './mail.ts'
import { smtpMail } from './mail-smtp.ts'
import { outboxMail, outboxSms } from './outbox-providers.ts'
import { sms019 } from './sms-019.ts'
import { httpSms } from './sms-http.ts'
import type { SmsProvider } from './sms.ts'

let smtp: MailProvider | undefined
let sms: SmsProvider | undefined

/** The provider that MAIL_PROVIDER names. */
export function mailProvider(): MailProvider {
  const { mailProvider: name, smtpUrl, mailFrom } = settings()
  if (name === 'outbox' || smtpUrl === undefined) return outboxMail
  return (smtp ??= smtpMail(smtpUrl, mailFrom))
}

/** The provider that SMS_PROVIDER names. */
export function smsProvider(): SmsProvider {
  return (sms ??= openSms())
}

function openSms(): SmsProvider {
  const { sms019: account, smsHttp: gateway } = settings()
  if (account) return sms019(account)
  return gateway ? httpSms(gateway) : outboxSms
}
