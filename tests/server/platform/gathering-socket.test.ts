import { createServer, type AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { openSocket } from '#lib/server/platform/db/connections.ts'

const server = createServer()
afterEach(() => server.close())

it('sends everything written to the database in one turn of the event loop in one system call', async () => {
  const arrived: string[] = []
  server.on('connection', (socket) => socket.on('data', (data) => arrived.push(data.toString())))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socket = openSocket()
  await new Promise<void>((resolve) => socket.connect((server.address() as AddressInfo).port, '127.0.0.1', resolve))
  let calls = 0
  const whole = socket._writev?.bind(socket)
  Object.assign(socket, { _writev: (...given: Parameters<NonNullable<typeof whole>>) => ((calls += 1), whole?.(...given)) })
  socket.write('BEGIN ')
  socket.cork()
  socket.write('first ')
  socket.uncork()
  socket.write('second')
  await expect.poll(() => arrived.join('')).toBe('BEGIN first second')
  expect(calls).toBe(1)
  socket.write('third')
  socket.write(' and fourth')
  await expect.poll(() => arrived.join('')).toBe('BEGIN first secondthird and fourth')
  expect(calls).toBe(2)
  socket.destroy()
})
