import { z } from 'zod'
import { LOOPBACK_HOST } from './loopback.ts'
import { httpSmsProblems, readHeaders, type HttpSmsSettings } from './sms-http-settings.ts'

/** Settings of mail and SMS: the providers and their credentials. */

export const SMS_PROVIDERS = ['outbox', 'http', '019'] as const
export type SmsProviderName = (typeof SMS_PROVIDERS)[number]

const text = z.string().trim().min(1)
const url = z.url({ protocol: /^https?$/ })

export const messageEnvironment = {
  MAIL_PROVIDER: z.enum(['outbox', 'smtp']).default('outbox'),
  SMTP_URL: text.optional(),
  MAIL_FROM: text.default('tickets@shura.example'),
  SMS_PROVIDER: z.enum(SMS_PROVIDERS).default('outbox'),
  SMS_SENDER: text.optional(),
  SMS_019_USERNAME: text.optional(),
  SMS_019_TOKEN: text.optional(),
  SMS_019_API_BASE: url.optional(),
  SMS_HTTP_URL: text.optional(),
  SMS_HTTP_METHOD: z.enum(['POST', 'PUT', 'GET']).default('POST'),
  SMS_HTTP_HEADERS: text.default('{}'),
  SMS_HTTP_BODY: text.optional(),
  SMS_HTTP_OK: text.optional(),
  SMS_HTTP_REFUSED: text.optional(),
}

type Given = z.output<z.ZodObject<typeof messageEnvironment>>

export interface Sms019Settings {
  readonly username: string
  readonly token: string
  readonly sender: string
  /** Origin of a stand-in on this machine; undefined: 019 itself. */
  readonly apiBase: string | undefined
}

export interface MessageSettings {
  readonly mailProvider: 'outbox' | 'smtp'
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly smsProvider: SmsProviderName
  /** Set if selected. */
  readonly sms019: Sms019Settings | undefined
  readonly smsHttp: HttpSmsSettings | undefined
}

/** Missing or invalid settings; each line begins with the variable's name. */
export function messageProblems(given: Given): string[] {
  return [
    ...(given.MAIL_PROVIDER === 'smtp' && given.SMTP_URL === undefined ? ['SMTP_URL: needed with MAIL_PROVIDER=smtp'] : []),
    ...(given.SMS_PROVIDER === '019' ? problemsOf019(given) : []),
    ...(given.SMS_PROVIDER === 'http' ? httpSmsProblems(given) : []),
  ]
}

function problemsOf019({
  SMS_019_USERNAME: username,
  SMS_019_TOKEN: token,
  SMS_SENDER: sender = '',
  SMS_019_API_BASE: base,
}: Given): string[] {
  return [
    username === undefined && 'SMS_019_USERNAME: the name of the account is needed with SMS_PROVIDER=019',
    (token === undefined || /\s/.test(token)) && 'SMS_019_TOKEN: the API token of the account is needed with SMS_PROVIDER=019',
    !/^[0-9A-Za-z]{1,11}$/.test(sender) && 'SMS_SENDER: a number or Latin letters, 11 at most, are needed with SMS_PROVIDER=019',
    base !== undefined && !LOOPBACK_HOST.test(new URL(base).hostname) && 'SMS_019_API_BASE: only for a stand-in on this machine',
  ].filter((problem) => problem !== false)
}

/** Requires an environment without `messageProblems`. */
export function readMessageSettings(given: Given): MessageSettings {
  return {
    mailProvider: given.MAIL_PROVIDER,
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM,
    smsProvider: given.SMS_PROVIDER,
    sms019: given.SMS_PROVIDER === '019' ? settingsOf019(given) : undefined,
    smsHttp: given.SMS_PROVIDER === 'http' ? settingsOfHttp(given) : undefined,
  }
}

function settingsOf019({
  SMS_019_USERNAME: username = '',
  SMS_019_TOKEN: token = '',
  SMS_SENDER: sender = '',
  SMS_019_API_BASE: base,
}: Given) {
  return { username, token, sender, apiBase: base === undefined ? undefined : new URL(base).origin }
}

function settingsOfHttp(given: Given): HttpSmsSettings {
  return {
    url: given.SMS_HTTP_URL ?? '',
    method: given.SMS_HTTP_METHOD,
    headers: readHeaders(given.SMS_HTTP_HEADERS) ?? {},
    body: given.SMS_HTTP_BODY,
    sender: given.SMS_SENDER ?? '',
    isTaken: given.SMS_HTTP_OK === undefined ? undefined : new RegExp(given.SMS_HTTP_OK, 'u'),
    isRefused: given.SMS_HTTP_REFUSED === undefined ? undefined : new RegExp(given.SMS_HTTP_REFUSED, 'u'),
  }
}
