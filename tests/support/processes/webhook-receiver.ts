import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text as readBody } from 'node:stream/consumers'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startWebhooks, webhooksTold } from '#lib/server/webhooks/tell-webhooks.ts'

/** What a receiver reads. */
interface Heard {
  readonly type: string
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
}

/** A receiver of webhook messages outside of the shop. */
export interface Receiver {
  /** The messages of this test, as they came. */
  readonly told: readonly { readonly headers: IncomingHttpHeaders; readonly body: string }[]
  /** Its answers to the next messages; if empty, it takes them. */
  readonly answers: number[]
  readonly address: () => string
  /** The messages of this test, each verified by the library of the standard. @throws if one was not signed by the secret */
  readonly heard: (secret: string) => readonly Heard[]
}

/** Opens a receiver for this test file, and empties it before each test. */
export function openReceiver(): Receiver {
  const told: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = []
  const answers: number[] = []
  const server = createServer((request, answer) => {
    void readBody(request).then((body) => {
      told.push({ headers: request.headers, body })
      answer.writeHead(answers.shift() ?? 204, { location: '/elsewhere' }).end()
    })
  })
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  })
  beforeEach(() => {
    told.length = 0
    answers.length = 0
  })
  afterAll(async () => {
    await new Promise((closed) => server.close(closed))
  })
  return {
    told,
    answers,
    address: () => {
      const bound = server.address()
      return `http://127.0.0.1:${String(typeof bound === 'object' && bound ? bound.port : 0)}/shura`
    },
    heard: (secret) => told.map(({ headers, body }) => new Verifier(secret).verify(body, signatureIn(headers)) as Heard),
  }
}

function signatureIn(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(headers[name])]))
}

/** Sends everything that is due. */
export async function tell(): Promise<void> {
  while ((await startWebhooks()) > 0) await webhooksTold()
}
