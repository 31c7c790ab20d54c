import type { Socket } from 'node:net'
import type { SiteServer } from './http-server.ts'

const unused = new WeakMap<SiteServer, Set<Socket>>()

/** Remembers connections on which no request came yet: browsers open some ahead, and a server that closes does not count them as idle. */
export function rememberUnused(server: SiteServer): void {
  const sockets = new Set<Socket>()
  unused.set(server, sockets)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('request', ({ socket }) => sockets.delete(socket))
}

export function closeUnused(server: SiteServer): void {
  for (const socket of unused.get(server) ?? []) socket.destroy()
}
