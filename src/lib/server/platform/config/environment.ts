import { z } from 'zod'
import { bucketEnvironment } from './bucket-settings.ts'
import { messageEnvironment } from './message-settings.ts'
import { paymentEnvironment } from './payment-settings.ts'

const on = z.enum(['on', 'off']).transform((word) => word === 'on')
const text = z.string().trim().min(1)
/** Number of trusted proxies before the app: off, on for one, or a count. */
const proxies = z.enum(['off', 'on', '1', '2', '3', '4', '5']).transform((word) => (word === 'off' ? 0 : word === 'on' ? 1 : Number(word)))
const url = z.url({ protocol: /^https?$/ })

/** The variables that the shop reads, each with its shape and default; src/content/docs/settings.md says what they mean. */
export const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  HOST: text.default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4321),
  PUBLIC_ORIGIN: url.optional(),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: text.optional(),
  DATABASE_READ_URL: text.optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20),
  SECRET: z.string().min(32).optional(),
  HOLD_SECONDS: z.coerce.number().int().min(5).max(86_400).default(600),
  HOLD_WAIT_SECONDS: z.coerce.number().int().min(0).max(3600).default(60),
  HOLDS_PER_NETWORK: z.coerce.number().int().min(1).max(100_000).optional(),
  HOLDS_PER_CUSTOMER: z.coerce.number().int().min(1).max(100_000).default(20),
  ADDRESS_LIMIT_FACTOR: z.coerce.number().int().min(1).max(1000).default(1),
  CAPTCHA_PROVIDER: z.enum(['altcha', 'off']).optional(),
  PRICES_INCLUDE_CHARGES: on.default(true),
  VOD_CHROME_ONLY: on.default(true),
  ...bucketEnvironment,
  ...paymentEnvironment,
  ...messageEnvironment,
  REFERENCE_CHECK_URL: url.optional(),
  CODE_LIMIT_FACTOR: z.coerce.number().int().min(1).max(1000).optional(),
  SMS_TO_UNKNOWN: on.default(false),
  MOBILE_UPDATE_ON_LOGIN: on.default(false),
  CUSTOMER_CANCELLATION: on.default(false),
  BUSINESS_DAY_ENDS: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .default('04:00'),
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
  BOX_OFFICE_MAIL: z.email().optional(),
  TERMS_URL: url.optional(),
  PRIVACY_URL: url.optional(),
  ACCESSIBILITY_URL: url.optional(),
  MANUAL_URL: url.optional(),
  EXTERNAL_REDIRECT: z.enum(['spec', 'guarded', 'allowlist']).default('guarded'),
  EXTERNAL_HOSTS: z.string().default(''),
  OFFLINE_TICKETS: on.default(true),
  EMBED_ORIGINS: z.string().default(''),
  WEBHOOK_NETWORKS: z.string().default(''),
  TRUSTED_PROXY: proxies.default(0),
  WAITING_ROOM: z.union([z.enum(['auto', 'off']), z.coerce.number().int().min(1).max(10_000)]).default('auto'),
  STOP_DELAY_SECONDS: z.coerce.number().int().min(0).max(60).default(0),
  TICKET_GRACE_MINUTES: z.coerce.number().int().min(0).max(10_080).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})

export type Environment = z.infer<typeof environment>

export function localesOf({ LOCALES }: Environment): readonly string[] {
  return LOCALES.split(',').map((locale) => locale.trim())
}

/** The parts of a list that is separated by commas, without empty ones. */
export function listOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
