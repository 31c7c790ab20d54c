import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'

export const CLIENT = { id: 'shura-of-tests', secret: 'a secret of the client, long enough to be one' }

function listen(server: Server, port: number): Promise<number> {
  return new Promise((listening) => {
    server.listen(port, '127.0.0.1', () => {
      listening((server.address() as AddressInfo).port)
    })
  })
}

export interface Person {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly given_name?: string
  readonly family_name?: string
}

/** The certified implementation of OpenID Connect as another provider. Signs every visitor in as `person`, without a question. */
export class OpenIdProvider {
  person: Person = { sub: 'nobody' }
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
  }

  static async open(port: number, redirectUri: string): Promise<OpenIdProvider> {
    const provider = new Provider(
      `http://127.0.0.1:${String(port)}`,
      configurationFor(redirectUri, () => opened.person),
    )
    const answer = provider.callback()
    const server = createServer((request, response) => {
      const isAsking = request.url?.startsWith('/interaction/') === true
      void (isAsking ? signInAtOnce(provider, request, response, opened.person.sub) : answer(request, response))
    })
    const opened = new OpenIdProvider(server)
    await listen(server, port)
    return opened
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((closed) => this.#server.close(closed))
  }
}

async function signInAtOnce(provider: Provider, request: IncomingMessage, response: ServerResponse, accountId: string): Promise<void> {
  await provider.interactionFinished(request, response, { login: { accountId } }, { mergeWithLastSubmission: false })
}

function configurationFor(redirectUri: string, person: () => Person): Configuration {
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['a key of the tests'] },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ ...person() }) }),
    loadExistingGrant: async (context) => {
      const grant = new context.oidc.provider.Grant({ clientId: CLIENT.id, accountId: context.oidc.session?.accountId ?? '' })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
}

/** How an id token of the lying provider differs from a valid one. */
export interface Lie {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly isUnsigned?: boolean
  /** Signed by a key that is not published. */
  readonly isForged?: boolean
  readonly algorithm?: 'HS256'
}

/** A lying provider: `lie` makes every answer of its token endpoint. */
export class LyingProvider {
  lie: Lie = {}
  nonce = ''
  readonly issuer: string
  readonly #server: Server

  private constructor(server: Server, issuer: string) {
    this.#server = server
    this.issuer = issuer
  }

  static async open(): Promise<LyingProvider> {
    const [right, wrong] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
    const jwk = { ...(await exportJWK(right.publicKey)), alg: 'RS256', use: 'sig', kid: 'one' }
    const server = createServer((request, response) => {
      const send = (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
      if (request.url?.startsWith('/.well-known/')) send(discoveryOf(opened.issuer))
      else if (request.url === '/keys') send({ keys: [jwk] })
      else void opened.tokens(right.privateKey, wrong.privateKey).then(send)
    })
    const port = await listen(server, 0)
    const opened = new LyingProvider(server, `http://127.0.0.1:${String(port)}`)
    return opened
  }

  private async tokens(right: CryptoKey, wrong: CryptoKey): Promise<unknown> {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: this.issuer,
      sub: 'liar',
      aud: CLIENT.id,
      iat: now,
      exp: now + 300,
      nonce: this.nonce,
      email: 'liar@account.example',
      ...this.lie.claims,
    }
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const sign = (key: CryptoKey | Uint8Array, alg: string) => new SignJWT(claims).setProtectedHeader({ alg, kid: 'one' }).sign(key)
    const idToken = this.lie.isUnsigned
      ? `${part({ alg: 'none' })}.${part(claims)}.`
      : this.lie.algorithm === 'HS256'
        ? await sign(Buffer.from(CLIENT.secret), 'HS256')
        : await sign(this.lie.isForged ? wrong : right, 'RS256')
    return { access_token: 'x', token_type: 'Bearer', expires_in: 300, id_token: idToken }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((closed) => this.#server.close(closed))
  }
}

function discoveryOf(issuer: string): unknown {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  }
}
