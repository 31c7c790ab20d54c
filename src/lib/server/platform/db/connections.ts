import { Socket } from 'node:net'

/** The database does not answer: whatever waits for it is told at once, and whatever comes is refused, until it answers again. */
export class DatabaseSilent extends Error {
  readonly code = 'DATABASE_SILENT'

  constructor() {
    super('The database does not answer.')
  }
}

const open = new Set<Socket>()
let isCut = false

/** The socket of a new connection to the database; one that fails at once while they are cut. */
export function openSocket(): Socket {
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
  isCut = true
  for (const socket of open) socket.destroy(new DatabaseSilent())
}

export function mendConnections(): void {
  isCut = false
}

export function areConnectionsCut(): boolean {
  return isCut
}
