import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newConnection } from '#lib/server/platform/db/connect.ts'
import { connectClient } from '#lib/server/platform/db/connections.ts'
import { Listener } from '#lib/server/platform/db/listener.ts'
import { until } from '#tests/support/until.ts'

/** Far longer than a stop takes, and shorter than a connection is waited for, in ms. */
const NEVER = 8_000

let frozen: Server
let talking: Socket[]

beforeEach(async () => {
  talking = []
  // Accepts connections and says nothing, as a database that is frozen.
  frozen = createServer((socket) => talking.push(socket.on('error', () => undefined)))
  await new Promise<void>((listening) => frozen.listen(0, '127.0.0.1', listening))
  vi.stubEnv('INTERNAL_DATABASE_URL', `postgres://nobody@127.0.0.1:${String((frozen.address() as AddressInfo).port)}/none`)
})
afterEach(() => {
  for (const socket of talking) socket.destroy()
  frozen.close()
  vi.unstubAllEnvs()
})

const listen = () => new Listener({ name: 'test', channel: 'test', hear: () => undefined, begin: () => undefined })

/** How it stopped. */
async function stopped(stopping: Promise<void>): Promise<string> {
  return Promise.race([stopping.then(() => 'stopped'), new Promise<string>((late) => setTimeout(late, NEVER, 'still waiting').unref())])
}

it('a client that is ended while it connects fails, so that nobody waits for it', async () => {
  const client = newConnection('test')
  client.on('error', () => undefined)
  const connecting = connectClient(client)
  await until(() => talking.length > 0, 'a connection')
  void client.end()
  for (const socket of talking) socket.destroy()
  await expect(connecting).rejects.toThrow('ended')
})

it('stops listening to a database that says nothing', async () => {
  const listener = listen()
  await until(() => talking.length > 0, 'a connection')
  expect(await stopped(listener.stop())).toBe('stopped')
})

it('listens again after a database that ended the connection before it was there', async () => {
  const listener = listen()
  await until(() => talking.length > 0, 'a connection')
  for (const socket of talking) socket.destroy()
  await until(() => talking.length > 1, 'another connection')
  await listener.stop()
})
