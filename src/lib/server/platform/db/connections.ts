import { Socket } from 'node:net'

/** The database does not answer: whatever waits for it is told at once, and whatever comes is refused, until it answers again. */
export class DatabaseSilent extends Error {
  readonly code = 'DATABASE_SILENT'

  constructor() {
    super('The database does not answer.')
  }
}

interface Connections {
  readonly open: Set<Socket>
  isCut: boolean
}

/** On the global object: the built site and the process that serves it each have a copy of this module, but the same connections. */
const shared: typeof globalThis & { shuraConnections?: Connections } = globalThis

function connections(): Connections {
  return (shared.shuraConnections ??= { open: new Set<Socket>(), isCut: false })
}

/** The socket of a new connection to the database; one that fails at once while they are cut. */
export function openSocket(): Socket {
  const { open, isCut } = connections()
  const socket = new Socket()
  if (isCut) {
    process.nextTick(() => socket.destroy(new DatabaseSilent()))
    return socket
  }
  open.add(socket)
  socket.once('close', () => open.delete(socket))
  return socket
}

/** Ends every connection, also those that only listen: who listens again reads anew what it did not hear. */
export function cutConnections(): void {
  const all = connections()
  all.isCut = true
  for (const socket of all.open) socket.destroy(new DatabaseSilent())
}

export function mendConnections(): void {
  connections().isCut = false
}

export function areConnectionsCut(): boolean {
  return connections().isCut
}
