import { z } from 'zod'
import { bucketProblems } from './bucket-settings.ts'
import { listOf, localesOf, type Environment } from './environment.ts'
import { LOOPBACK_HOST } from './loopback.ts'
import { messageProblems } from './message-settings.ts'
import { paymentProblems } from './payment-settings.ts'

/** Where the shop is reached, and what follows from that. */
export interface Place {
  readonly publicOrigin: string
  readonly isLoopback: boolean
  readonly isDemo: boolean
  readonly captchaProvider: 'altcha' | 'off'
}

const NETWORK = z.union([z.cidrv4(), z.cidrv6()])

export function placeOf(from: Environment): Place {
  const host = from.HOST === '0.0.0.0' ? '127.0.0.1' : from.HOST
  const { origin, hostname } = new URL(from.PUBLIC_ORIGIN ?? `http://${host}:${String(from.PORT)}`)
  const isLoopback = LOOPBACK_HOST.test(hostname)
  return {
    publicOrigin: origin,
    isLoopback,
    isDemo: from.DEMO ?? from.DATABASE_URL === undefined,
    captchaProvider: from.CAPTCHA_PROVIDER ?? (isLoopback ? 'off' : 'altcha'),
  }
}

/** What does not fit together, in the order in which it is told. */
export function problemsOf(from: Environment, { publicOrigin, isLoopback, isDemo, captchaProvider }: Place): readonly (string | false)[] {
  return [
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
    listOf(from.SECRET_PREVIOUS).some((secret) => secret.length < 32) &&
      'SECRET_PREVIOUS: secrets of at least 32 characters, separated by commas',
    ...listOf(from.WEBHOOK_NETWORKS).map(
      (one) => !NETWORK.safeParse(one).success && `WEBHOOK_NETWORKS: ${one} is no network such as 10.1.0.0/16`,
    ),
    localesOf(from).some((locale) => !['he', 'en', 'ru', 'ar'].includes(locale)) && 'LOCALES: he, en, ru and ar are known',
    ...bucketProblems(from),
    ...messageProblems(from),
    ...paymentProblems(from, publicOrigin),
  ]
}
