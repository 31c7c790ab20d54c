import type { MailProvider } from './mail.ts'
import type { SmsProvider } from './sms.ts'

/**
 * The built-in providers of a machine without accounts: a message stays in the outbox table, where /dev/outbox shows it. There is nothing left to
 * hand over, so sending always succeeds.
 */
export const outboxMail: MailProvider = { name: 'outbox', send: () => Promise.resolve() }
export const outboxSms: SmsProvider = { name: 'outbox', send: () => Promise.resolve() }
