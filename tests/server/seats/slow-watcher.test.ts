import { createServer } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { CompressedResponse } from '#lib/server/platform/http/answers/compressed-response.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Writes 64 kB repeatedly to a client that reads nothing. @returns how much was written until it was cut off, at most 40 MB */
async function writeTo(type: string): Promise<{ written: number; isCutOff: boolean }> {
  const { promise, resolve } = Promise.withResolvers<{ written: number; isCutOff: boolean }>()
  const listening = createServer({ ServerResponse: CompressedResponse }, (_request, answer) => {
    answer.setHeader('Content-Type', type)
    const chunk = Buffer.alloc(65_536, ' ')
    for (let written = 0; ; written += chunk.length) {
      if (answer.destroyed || written > 40_000_000) {
        resolve({ written, isCutOff: answer.destroyed })
        return
      }
      answer.write(chunk)
    }
  })
  closing.push(() => {
    listening.closeAllConnections()
    listening.close()
  })
  await new Promise<void>((open) => listening.listen(0, '127.0.0.1', open))
  const address = listening.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const client = connect(port, '127.0.0.1', () => client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')).pause()
  client.on('error', () => undefined)
  return promise
}

test('disconnects a watcher that does not read before megabytes are buffered', async () => {
  const { written, isCutOff } = await writeTo('text/event-stream; charset=utf-8')
  expect(isCutOff).toBe(true)
  expect(written).toBeLessThan(10_000_000)
})

test('does not disconnect an answer that ends by itself', async () => {
  expect((await writeTo('application/octet-stream')).isCutOff).toBe(false)
})
