import type { Server, Socket } from 'node:net'

const unused = new WeakMap<Server, Set<Socket>>()

/** Remembers connections on which no request came yet: browsers open some ahead, and a server that closes does not count them as idle. */
export function rememberUnused(server: Server): void {
  const sockets = new Set<Socket>()
  unused.set(server, sockets)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('request', ({ socket }: { readonly socket: Socket }) => sockets.delete(socket))
}

export function closeUnused(server: Server): void {
  for (const socket of unused.get(server) ?? []) socket.destroy()
}
