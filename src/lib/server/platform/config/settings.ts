import { readBucketSettings, type BucketSettings } from './bucket-settings.ts'
import { embedOriginsOf, embedProblems } from './embed-settings.ts'
import { environment, listOf, localesOf, type Environment } from './environment.ts'
import { readMessageSettings, type MessageSettings } from './message-settings.ts'
import { readPaymentSettings, type PaymentSettings } from './payment-settings.ts'
import { placeOf, problemsOf, type Place } from './shop-place.ts'
import { readSocialSettings, type SocialSettings } from './social-settings.ts'
import { readWalletSettings, type WalletSettings } from './wallet-settings.ts'

/** The only module that reads settings from the environment; src/content/docs/settings.md has the table. */

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
  /** A streaming replica of it, for reports and lists; undefined: there is none. */
  readonly databaseReadUrl: string | undefined
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
  /** Whether films are refused on iPhone, iPad and in Safari, as the specification says; off plays them by the browser's own HLS. */
  readonly vodChromeOnly: boolean
  /** Where films are kept beside the data directory, if anywhere. */
  readonly filmBucket: BucketSettings | undefined
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
  /** When a business day of reports ends, on the next calendar day: HH:MM in Asia/Jerusalem. */
  readonly businessDayEnds: string
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
  /** Where the house reads what its visitors report. */
  readonly boxOfficeMail: string
  readonly links: { readonly terms?: string; readonly privacy?: string; readonly accessibility?: string; readonly manual?: string }
  readonly externalRedirect: 'spec' | 'guarded' | 'allowlist'
  readonly externalHosts: readonly string[]
  /** Whether browsers keep tickets for when there is no network; off ends it in those that do. */
  readonly offlineTickets: boolean
  /** Origins of the sites that may show the pages below /embed in theirs; `:*` at the end stands for every port. */
  readonly embedOrigins: readonly string[]
  /** Networks that are not public, to which the names of webhooks may lead all the same: `10.1.0.0/16`. */
  readonly webhookNetworks: readonly string[]
  /** Number of our own proxies that add the address they see; 0: the connection's address is the visitor's. */
  readonly trustedProxies: number
  /** When newcomers wait for their turn: by themselves when the shop is full, never, or always with so many let in a second. */
  readonly waitingRoom: 'auto' | 'off' | number
  /** Seconds for which a process that is told to stop still takes visitors, so that a load balancer notices before. */
  readonly stopDelaySeconds: number
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
  const place = placeOf(from)
  const social = readSocialSettings(given)
  const { wallets, problems: walletProblems } = readWalletSettings(given)
  const wrong = [...problemsOf(from, place), ...embedProblems(from), ...social.problems, ...walletProblems].filter(
    (problem) => problem !== false,
  )
  if (wrong.length > 0) throw new SettingsError(wrong.join('\n'))
  return { ...shopSettings(from, place), ...houseSettings(from, place), socialProviders: social.providers, wallets }
}

/** How the shop runs: where, on which database, by which rules and providers. */
function shopSettings(from: Environment, { publicOrigin, isLoopback, isDemo, captchaProvider }: Place) {
  const payment = readPaymentSettings(from)
  return {
    mode: from.NODE_ENV,
    host: from.HOST,
    port: from.PORT,
    publicOrigin,
    isLoopback,
    dataDir: from.DATA_DIR,
    databaseUrl: from.DATABASE_URL,
    databaseReadUrl: from.DATABASE_READ_URL,
    databasePool: from.DATABASE_POOL,
    secret: from.SECRET,
    previousSecrets: listOf(from.SECRET_PREVIOUS),
    holdSeconds: from.HOLD_SECONDS,
    holdWaitSeconds: from.HOLD_WAIT_SECONDS,
    holdsPerNetwork: from.HOLDS_PER_NETWORK,
    holdsPerCustomer: from.HOLDS_PER_CUSTOMER,
    addressLimitFactor: from.ADDRESS_LIMIT_FACTOR,
    captchaProvider,
    ...payment,
    ...readMessageSettings(from),
    referenceCheckUrl: from.REFERENCE_CHECK_URL,
    codeLimitFactor: from.CODE_LIMIT_FACTOR ?? (isDemo && isLoopback ? DEMO_CODES : 1),
    smsToUnknown: from.SMS_TO_UNKNOWN,
    mobileUpdateOnLogin: from.MOBILE_UPDATE_ON_LOGIN,
    customerCancellation: from.CUSTOMER_CANCELLATION,
    businessDayEnds: from.BUSINESS_DAY_ENDS,
    demo: isDemo,
    demoSales: from.DEMO_SALES,
    publicTrial: isLoopback ? [] : trialOf({ isDemo, takesTestCards: payment.paymentProvider === 'sandbox' }),
    trustedProxies: from.TRUSTED_PROXY,
    stopDelaySeconds: from.STOP_DELAY_SECONDS,
    logLevel: from.LOG_LEVEL,
  }
}

/** What visitors see of the house: its name and words, its links, and how it says prices. */
function houseSettings(from: Environment, place: Place) {
  return {
    pricesIncludeCharges: from.PRICES_INCLUDE_CHARGES,
    vodChromeOnly: from.VOD_CHROME_ONLY,
    filmBucket: readBucketSettings(from),
    locales: localesOf(from),
    textOverridesDir: from.TEXT_OVERRIDES_DIR,
    brand: { name: from.BRAND_NAME, mark: from.BRAND_MARK, accent: from.BRAND_ACCENT },
    business: { name: from.BUSINESS_NAME ?? from.BRAND_NAME, number: from.BUSINESS_NUMBER },
    boxOfficePhone: from.BOX_OFFICE_PHONE,
    boxOfficeMail: from.BOX_OFFICE_MAIL ?? from.MAIL_FROM,
    links: {
      ...(from.TERMS_URL && { terms: from.TERMS_URL }),
      ...(from.PRIVACY_URL && { privacy: from.PRIVACY_URL }),
      ...(from.ACCESSIBILITY_URL && { accessibility: from.ACCESSIBILITY_URL }),
      ...(from.MANUAL_URL && { manual: from.MANUAL_URL }),
    },
    externalRedirect: from.EXTERNAL_REDIRECT,
    externalHosts: listOf(from.EXTERNAL_HOSTS.toLowerCase()),
    waitingRoom: from.WAITING_ROOM,
    offlineTickets: from.OFFLINE_TICKETS,
    embedOrigins: embedOriginsOf(from, place),
    webhookNetworks: listOf(from.WEBHOOK_NETWORKS),
    ticketGraceMinutes: from.TICKET_GRACE_MINUTES,
  }
}

function trialOf({ isDemo, takesTestCards }: { readonly isDemo: boolean; readonly takesTestCards: boolean }): Settings['publicTrial'] {
  return [...(isDemo ? (['demo'] as const) : []), ...(takesTestCards ? (['testCards'] as const) : [])]
}

let current: Settings | undefined

/** The settings of this process, read once. */
export function settings(): Settings {
  return (current ??= readSettings(process.env))
}
