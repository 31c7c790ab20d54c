import { z } from 'zod'
import { LOOPBACK_HOST } from './loopback.ts'
import { messageEnvironment, messageProblems, readMessageSettings, type MessageSettings } from './message-settings.ts'
import { paymentEnvironment, paymentProblems, readPaymentSettings, type PaymentSettings } from './payment-settings.ts'
import { readSocialSettings, type SocialSettings } from './social-settings.ts'
import { readWalletSettings, type WalletSettings } from './wallet-settings.ts'

/** The only module that reads settings from the environment; src/content/docs/settings.md has the table. */

const on = z.enum(['on', 'off']).transform((word) => word === 'on')
const text = z.string().trim().min(1)
/** Number of trusted proxies before the app: off, on for one, or a count. */
const proxies = z.enum(['off', 'on', '1', '2', '3', '4', '5']).transform((word) => (word === 'off' ? 0 : word === 'on' ? 1 : Number(word)))
const url = z.url({ protocol: /^https?$/ })

const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  HOST: text.default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4321),
  PUBLIC_ORIGIN: url.optional(),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: text.optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20),
  SECRET: z.string().min(32).optional(),
  HOLD_SECONDS: z.coerce.number().int().min(5).max(86_400).default(600),
  HOLD_WAIT_SECONDS: z.coerce.number().int().min(0).max(3600).default(60),
  HOLDS_PER_NETWORK: z.coerce.number().int().min(1).max(100_000).optional(),
  HOLDS_PER_CUSTOMER: z.coerce.number().int().min(1).max(100_000).default(20),
  ADDRESS_LIMIT_FACTOR: z.coerce.number().int().min(1).max(1000).default(1),
  CAPTCHA_PROVIDER: z.enum(['altcha', 'off']).optional(),
  PRICES_INCLUDE_CHARGES: on.default(true),
  ...paymentEnvironment,
  ...messageEnvironment,
  REFERENCE_CHECK_URL: url.optional(),
  CODE_LIMIT_FACTOR: z.coerce.number().int().min(1).max(1000).optional(),
  SMS_TO_UNKNOWN: on.default(false),
  MOBILE_UPDATE_ON_LOGIN: on.default(false),
  CUSTOMER_CANCELLATION: on.default(false),
  SECRET_PREVIOUS: z.string().default(''),
  DEMO: on.optional(),
  DEMO_SALES: on.default(true),
  LOCALES: text.default('he'),
  TEXT_OVERRIDES_DIR: text.optional(),
  BRAND_NAME: text.default('שורה'),
  BUSINESS_NAME: text.optional(),
  BUSINESS_NUMBER: text.optional(),
  BRAND_MARK: text.optional(),
  BRAND_ACCENT: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/)
    .optional(),
  BOX_OFFICE_PHONE: text.default('03-777-0140'),
  TERMS_URL: url.optional(),
  PRIVACY_URL: url.optional(),
  ACCESSIBILITY_URL: url.optional(),
  MANUAL_URL: url.optional(),
  EXTERNAL_REDIRECT: z.enum(['spec', 'guarded', 'allowlist']).default('guarded'),
  EXTERNAL_HOSTS: z.string().default(''),
  TRUSTED_PROXY: proxies.default(0),
  TICKET_GRACE_MINUTES: z.coerce.number().int().min(0).max(10_080).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})

/** Testers of the demo sign in repeatedly as the same few customers. */
const DEMO_CODES = 5

export interface Settings extends MessageSettings, PaymentSettings {
  readonly mode: 'production' | 'development' | 'test'
  readonly host: string
  readonly port: number
  /** The only source of links in messages, never a request's Host. */
  readonly publicOrigin: string
  readonly isLoopback: boolean
  readonly dataDir: string
  /** undefined: the app runs its own PostgreSQL. */
  readonly databaseUrl: string | undefined
  readonly databasePool: number
  readonly secret: string | undefined
  readonly holdSeconds: number
  /** Seconds that a visitor with expired locks waits before the next lock on the same presentation. */
  readonly holdWaitSeconds: number
  /** Maximum number of unpaid seats of one presentation per network; undefined: 20, fewer in small venues. */
  readonly holdsPerNetwork: number | undefined
  /** Maximum number of seats in unpaid holds per customer, across presentations. */
  readonly holdsPerCustomer: number
  /** Multiplies the usual call limits of an address. */
  readonly addressLimitFactor: number
  readonly captchaProvider: 'altcha' | 'off'
  /** Whether all prices are shown with all charges from the first page on. */
  readonly pricesIncludeCharges: boolean
  /** Address of the service that checks references; undefined: a built-in stand-in. */
  readonly referenceCheckUrl: string | undefined
  /** Multiplies the usual limits of codes per mobile number and browser; higher in a demo, whose messages go nowhere. */
  readonly codeLimitFactor: number
  /** Whether codes are sent to unknown mobile numbers; entering one creates the customer. */
  readonly smsToUnknown: boolean
  /** Whether a customer may change the mobile number right after signing in by other means. */
  readonly mobileUpdateOnLogin: boolean
  /** Whether customers may cancel by themselves if the presentation has a policy. */
  readonly customerCancellation: boolean
  /** Earlier secrets, newest first: data encrypted or indexed under them stays readable. */
  readonly previousSecrets: readonly string[]
  readonly demo: boolean
  /** Whether filling an empty database with the demo also sells part of its seats. */
  readonly demoSales: boolean
  /** Test features of a shop that others can reach; every page and the log announce them. */
  readonly publicTrial: readonly ('demo' | 'testCards')[]
  /** External accounts for signing in, in display order. */
  readonly socialProviders: readonly SocialSettings[]
  /** Enabled locales; the first is the default. */
  readonly locales: readonly string[]
  /** Directory of the venue's own texts, which override the catalogues. */
  readonly textOverridesDir: string | undefined
  readonly brand: { readonly name: string; readonly mark: string | undefined; readonly accent: string | undefined }
  /** The seller's name on receipts, and its registration number, if set. */
  readonly business: { readonly name: string; readonly number: string | undefined }
  readonly boxOfficePhone: string
  readonly links: { readonly terms?: string; readonly privacy?: string; readonly accessibility?: string; readonly manual?: string }
  readonly externalRedirect: 'spec' | 'guarded' | 'allowlist'
  readonly externalHosts: readonly string[]
  /** Number of our own proxies that add the address they see; 0: the connection's address is the visitor's. */
  readonly trustedProxies: number
  readonly ticketGraceMinutes: number
  /** Credentials for signing wallet passes. */
  readonly wallets: WalletSettings
  readonly logLevel: string
}

/** Settings are missing or inconsistent; the message names each one. */
export class SettingsError extends Error {}

/**
 * Parses and validates an environment.
 * @throws {SettingsError} naming every invalid variable
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const read = environment.safeParse(given)
  if (!read.success) {
    throw new SettingsError(read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  }
  const from = read.data
  const publicOrigin = new URL(from.PUBLIC_ORIGIN ?? `http://${from.HOST === '0.0.0.0' ? '127.0.0.1' : from.HOST}:${String(from.PORT)}`)
    .origin
  const isLoopback = LOOPBACK_HOST.test(new URL(publicOrigin).hostname)
  const captchaProvider = from.CAPTCHA_PROVIDER ?? (isLoopback ? 'off' : 'altcha')
  const social = readSocialSettings(given)
  const { wallets, problems: walletProblems } = readWalletSettings(given)
  const isDemo = from.DEMO ?? from.DATABASE_URL === undefined
  const locales = from.LOCALES.split(',').map((locale) => locale.trim())
  const wrong = [
    captchaProvider === 'off' && !isLoopback && 'CAPTCHA_PROVIDER: off is for a PUBLIC_ORIGIN on this machine only',
    !isLoopback && from.SECRET === undefined && 'SECRET: at least 32 characters are needed where PUBLIC_ORIGIN is not this machine',
    from.DATABASE_URL !== undefined &&
      from.SECRET === undefined &&
      from.NODE_ENV === 'production' &&
      'SECRET: at least 32 characters are needed with DATABASE_URL, so that all processes share it',
    !isLoopback &&
      from.DEMO === undefined &&
      isDemo &&
      'DEMO: where PUBLIC_ORIGIN is not this machine, on names the demo on purpose (the passwords of its customers are public), off starts with an empty house',
    ...messageProblems(from),
    ...paymentProblems(from, publicOrigin),
    ...social.problems,
    ...walletProblems,
    listOf(from.SECRET_PREVIOUS).some((secret) => secret.length < 32) &&
      'SECRET_PREVIOUS: secrets of at least 32 characters, separated by commas',
    locales.some((locale) => !['he', 'en', 'ru', 'ar'].includes(locale)) && 'LOCALES: he, en, ru and ar are known',
  ].filter((problem) => problem !== false)
  if (wrong.length > 0) throw new SettingsError(wrong.join('\n'))
  const payment = readPaymentSettings(from)
  return {
    mode: from.NODE_ENV,
    host: from.HOST,
    port: from.PORT,
    publicOrigin,
    isLoopback,
    dataDir: from.DATA_DIR,
    databaseUrl: from.DATABASE_URL,
    databasePool: from.DATABASE_POOL,
    secret: from.SECRET,
    holdSeconds: from.HOLD_SECONDS,
    holdWaitSeconds: from.HOLD_WAIT_SECONDS,
    holdsPerNetwork: from.HOLDS_PER_NETWORK,
    holdsPerCustomer: from.HOLDS_PER_CUSTOMER,
    addressLimitFactor: from.ADDRESS_LIMIT_FACTOR,
    captchaProvider,
    pricesIncludeCharges: from.PRICES_INCLUDE_CHARGES,
    ...payment,
    ...readMessageSettings(from),
    referenceCheckUrl: from.REFERENCE_CHECK_URL,
    codeLimitFactor: from.CODE_LIMIT_FACTOR ?? (isDemo && isLoopback ? DEMO_CODES : 1),
    smsToUnknown: from.SMS_TO_UNKNOWN,
    mobileUpdateOnLogin: from.MOBILE_UPDATE_ON_LOGIN,
    customerCancellation: from.CUSTOMER_CANCELLATION,
    previousSecrets: listOf(from.SECRET_PREVIOUS),
    demo: isDemo,
    demoSales: from.DEMO_SALES,
    publicTrial: isLoopback ? [] : trialOf({ isDemo, takesTestCards: payment.paymentProvider === 'sandbox' }),
    socialProviders: social.providers,
    locales,
    textOverridesDir: from.TEXT_OVERRIDES_DIR,
    brand: { name: from.BRAND_NAME, mark: from.BRAND_MARK, accent: from.BRAND_ACCENT },
    business: { name: from.BUSINESS_NAME ?? from.BRAND_NAME, number: from.BUSINESS_NUMBER },
    boxOfficePhone: from.BOX_OFFICE_PHONE,
    links: {
      ...(from.TERMS_URL && { terms: from.TERMS_URL }),
      ...(from.PRIVACY_URL && { privacy: from.PRIVACY_URL }),
      ...(from.ACCESSIBILITY_URL && { accessibility: from.ACCESSIBILITY_URL }),
      ...(from.MANUAL_URL && { manual: from.MANUAL_URL }),
    },
    externalRedirect: from.EXTERNAL_REDIRECT,
    externalHosts: listOf(from.EXTERNAL_HOSTS.toLowerCase()),
    trustedProxies: from.TRUSTED_PROXY,
    ticketGraceMinutes: from.TICKET_GRACE_MINUTES,
    wallets,
    logLevel: from.LOG_LEVEL,
  }
}

function trialOf({ isDemo, takesTestCards }: { readonly isDemo: boolean; readonly takesTestCards: boolean }): Settings['publicTrial'] {
  return [...(isDemo ? (['demo'] as const) : []), ...(takesTestCards ? (['testCards'] as const) : [])]
}

function listOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

let current: Settings | undefined

/** The settings of this process, read once. */
export function settings(): Settings {
  return (current ??= readSettings(process.env))
}
