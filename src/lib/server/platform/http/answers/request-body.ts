import type { IncomingMessage } from 'node:http'

/** The largest body of a request, in bytes. */
export const LARGEST_BODY = 256 * 1024

/** A request whose body was read already: the pages take it from here instead of streaming it. */
export type ReadRequest = IncomingMessage & { body?: Buffer }

/**
 * Reads the whole body before anything else looks at the request: bodies are small, and a stream through the web's request object costs a
 * seat lock as much as its database does.
 * @param done is told whether the body is within the limit; it is never called for a client that went away.
 */
export function readBody(request: ReadRequest, done: (isWithinLimit: boolean) => void): void {
  const chunks: Buffer[] = []
  let size = 0
  const take = (chunk: Buffer) => {
    size += chunk.byteLength
    if (size <= LARGEST_BODY) {
      chunks.push(chunk)
      return
    }
    request.off('data', take)
    request.off('end', finish)
    request.pause()
    done(false)
  }
  const finish = () => {
    request.body = Buffer.concat(chunks)
    done(true)
  }
  request.on('data', take)
  request.on('end', finish)
}
