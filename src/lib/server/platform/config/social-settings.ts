import { LOOPBACK_HOST } from './loopback.ts'

/** Settings of the external accounts for signing in: any OpenID Connect provider. */

export interface SocialSettings {
  /** As in addresses: /sign-in/{name}. */
  readonly name: string
  readonly label: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

type Environment = Readonly<Record<string, unknown>>

/** The built-in provider, which needs no settings. */
export const SANDBOX_NAME = 'sandbox'

const NAME = /^[a-z][a-z0-9-]{0,19}$/

/**
 * @param given OIDC_PROVIDERS lists the names; each has its issuer, client and label. `problems` has the invalid settings, each beginning with its variable's
 * name.
 */
export function readSocialSettings(given: Environment): {
  readonly providers: readonly SocialSettings[]
  readonly problems: readonly string[]
} {
  const names = textOf(given, 'OIDC_PROVIDERS')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const providers = names.map((name) => socialSettingsOf(given, name))
  return { providers, problems: [...nameProblems(names), ...providers.flatMap(problemsOf)] }
}

function socialSettingsOf(given: Environment, name: string): SocialSettings {
  const value = (word: string) => textOf(given, `${variableOf(name)}_${word}`)
  const label = value('LABEL') || name.charAt(0).toUpperCase() + name.slice(1)
  return { name, label, issuer: value('ISSUER'), clientId: value('CLIENT_ID'), clientSecret: value('CLIENT_SECRET') }
}

function nameProblems(names: readonly string[]): string[] {
  const wrong = names.filter((name) => !NAME.test(name) || name === SANDBOX_NAME)
  return [
    ...wrong.map((name) => `OIDC_PROVIDERS: ${name} is no name for one: small letters, digits and hyphens, and not ${SANDBOX_NAME}`),
    ...(new Set(names).size < names.length ? ['OIDC_PROVIDERS: each name once'] : []),
  ]
}

function problemsOf({ name, issuer, clientId, clientSecret }: SocialSettings): string[] {
  const variable = variableOf(name)
  return [
    !isIssuer(issuer) && `${variable}_ISSUER: the provider’s https address is needed; http is for one on this machine`,
    clientId === '' && `${variable}_CLIENT_ID: needed with OIDC_PROVIDERS=${name}`,
    clientSecret === '' && `${variable}_CLIENT_SECRET: needed with OIDC_PROVIDERS=${name}`,
  ].filter((problem) => problem !== false)
}

function isIssuer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.search !== '' || url.hash !== '' || url.username !== '') return false
  return url.protocol === 'https:' || isLocalIssuer(url)
}

/** Allows missing TLS only on this machine. */
export function isLocalIssuer({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && LOOPBACK_HOST.test(hostname)
}

function variableOf(name: string): string {
  return `OIDC_${name.toUpperCase().replaceAll('-', '_')}`
}

function textOf(given: Environment, variable: string): string {
  const value = given[variable]
  return typeof value === 'string' ? value.trim() : ''
}
