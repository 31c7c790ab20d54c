import nodemailer from 'nodemailer'
import { MessageRefused, type Mail, type MailProvider } from './mail.ts'

const PATIENCE = 15_000

/**
 * Sends mail over SMTP.
 * @param url smtp://user:password@host:port, smtps:// for implicit TLS
 * @param from the sender's address
 */
export function smtpMail(url: string, from: string): MailProvider {
  const transport = nodemailer.createTransport({ url, connectionTimeout: PATIENCE, greetingTimeout: PATIENCE, socketTimeout: PATIENCE })
  const domain = from.split('@').at(-1)?.replace('>', '') ?? 'localhost'
  return {
    name: 'smtp',
    async send(mail) {
      try {
        await transport.sendMail(letterOf(mail, from, domain))
      } catch (error) {
        throw isPermanent(error) ? new MessageRefused('The mail server refused the letter.', { cause: error }) : error
      }
    },
  }
}

function letterOf({ messageId, to, subject, text, html, attachments }: Mail, from: string, domain: string) {
  return {
    messageId: `<${messageId}@${domain}>`,
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    attachments: [...attachments],
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** SMTP codes 5xx are permanent, 4xx and broken connections temporary. A failing sign-in is temporary too, because it is ours to repair. */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'responseCode' in error ? Number(error.responseCode) : 0
  const isSignIn = 'code' in error && error.code === 'EAUTH'
  return code >= 500 && code < 600 && !isSignIn
}
