import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { ownOrigin } from '#lib/server/platform/http/own-origin.ts'
import { sandboxClient, SANDBOX_PATH } from '#lib/server/providers/sign-in/openid-client-of-sandbox.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { isLocalIssuer, SANDBOX_NAME, type SocialSettings } from '#lib/server/platform/config/social-settings.ts'

/** A provider as a sign-in uses it. */
export interface SocialProvider extends Omit<SocialSettings, 'label'> {
  /** The issuer under which its customers are stored; for the sandbox the same under every name of this machine. */
  readonly issuerOfIdentity: string
}

/** Whether the built-in provider is available: on a shop that runs on this machine with the demo. */
export function isSandboxOpen(): boolean {
  return settings().isLoopback && settings().demo
}

/** The providers that the sign-in offers: `/sign-in/{name}`. */
export function socialProviders(locale: Locale = 'he'): readonly { readonly name: string; readonly label: string }[] {
  const configured = settings().socialProviders.map(({ name, label }) => ({ name, label }))
  return isSandboxOpen() ? [...configured, { name: SANDBOX_NAME, label: textOf(locale)('sandbox.openidLabel') }] : configured
}

/** undefined if no provider has this name. */
export function providerOf(name: string, request: Request): SocialProvider | undefined {
  if (name === SANDBOX_NAME && isSandboxOpen())
    return { name, issuer: `${ownOrigin(request)}${SANDBOX_PATH}`, issuerOfIdentity: SANDBOX_NAME, ...sandboxClient() }
  const found = settings().socialProviders.find((provider) => provider.name === name)
  return found && { ...found, issuerOfIdentity: found.issuer }
}

const KEEP_FOR = 3_600_000
const MOST_KEPT = 20
/** Maximum wait for a provider. */
const TIMEOUT_SECONDS = 6

const known = new Map<string, { readonly configuration: Promise<Configuration>; readonly until: number }>()

/** The provider's published configuration, cached for an hour; failures are not cached. @throws if it is down, or does not match its issuer */
export function configurationOf(provider: SocialProvider): Promise<Configuration> {
  const kept = known.get(provider.issuer)
  if (kept && kept.until > Date.now()) return kept.configuration
  const configuration = discover(provider)
  if (known.size >= MOST_KEPT) known.clear()
  known.set(provider.issuer, { configuration, until: Date.now() + KEEP_FOR })
  configuration.catch(() => known.delete(provider.issuer))
  return configuration
}

type SetUp = (configuration: Configuration) => void

async function discover({ issuer, clientId, clientSecret }: SocialProvider): Promise<Configuration> {
  const url = new URL(issuer)
  // An id token's signature is checked although it comes straight from the provider: of two proofs the second costs nothing.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- for a provider on this machine only, which has no certificate
  const local: readonly SetUp[] = isLocalIssuer(url) ? [allowInsecureRequests] : []
  const execute: SetUp[] = [enableNonRepudiationChecks, ...local]
  const found = await discovery(url, clientId, clientSecret, undefined, { execute, timeout: TIMEOUT_SECONDS })
  const ways = found.serverMetadata().token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const proof = ways.includes('client_secret_post') ? ClientSecretPost(clientSecret) : ClientSecretBasic(clientSecret)
  const configuration = new Configuration(found.serverMetadata(), clientId, clientSecret, proof)
  configuration.timeout = TIMEOUT_SECONDS
  for (const setUp of execute) setUp(configuration)
  return configuration
}
