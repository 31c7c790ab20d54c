import http, { type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { lookUpOutside } from './outside-only.ts'
import { isPublicName } from './public-address.ts'

/** What goes to a receiver. */
export interface Posted {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

// Connections of their own: one that the rest of the shop has opened to the same name was not looked at.
const BY_HTTPS = new https.Agent({ keepAlive: true })
const BY_HTTP = new http.Agent({ keepAlive: true })

/** Bytes of an answer that are read away. */
const SHORT = 16_384

/**
 * Posts a message. A name of the public network is reached at addresses of the public network alone; numbers and inner names are those of the operator, who may mean them.
 * Redirects are not followed, and nothing of the answer is read but its status.
 * @param patience ms until the receiver has answered @returns the status @throws what kept the message from arriving, or the answer from coming
 */
export function postMessage(url: URL, { headers, body }: Posted, patience: number): Promise<number> {
  const isSecure = url.protocol === 'https:'
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
    agent: isSecure ? BY_HTTPS : BY_HTTP,
    signal: AbortSignal.timeout(patience),
    ...(isPublicName(url.hostname) && { lookup: lookUpOutside }),
  }
  return new Promise((answered, failed) => {
    const done = (answer: IncomingMessage) => {
      leave(answer)
      answered(answer.statusCode ?? 0)
    }
    ;(isSecure ? https : http).request(url, options, done).on('error', failed).end(body)
  })
}

/** A short answer leaves the connection open for the next message; of a long one nobody waits for the end. */
function leave(answer: IncomingMessage): void {
  let read = 0
  answer.on('error', () => undefined)
  answer.on('data', (part: Buffer) => {
    read += part.length
    if (read > SHORT) answer.destroy()
  })
}
