import type { MailProvider } from './mail.ts'
import type { SmsProvider } from './sms.ts'

/** The built-in providers for machines without accounts. Messages stay in the outbox table, shown at /dev/outbox, so sending always succeeds. */
export const outboxMail: MailProvider = { name: 'outbox', send: () => Promise.resolve() }
export const outboxSms: SmsProvider = { name: 'outbox', send: () => Promise.resolve() }
