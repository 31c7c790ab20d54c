import { Socket } from 'node:net'
import type pg from 'pg'

/** The database does not answer: whatever waits for it is told at once, and whatever comes is refused, until it answers again. */
export class DatabaseSilent extends Error {
  readonly code = 'DATABASE_SILENT'

  constructor() {
    super('The database does not answer.')
  }
}

type Written = Uint8Array | string
type Done = (error?: Error | null) => void

/** Sends everything written in one turn of the event loop in one system call, because that call is half of a statement's cost in this process. */
class GatheringSocket extends Socket {
  #isGathering = false

  constructor() {
    super()
    // A socket that connects is given a `write` of its own, whatever its class has.
    this.once('connect', () => Reflect.deleteProperty(this, 'write'))
  }

  override write(written: Written, done?: Done): boolean
  override write(written: Written, encoding?: BufferEncoding, done?: Done): boolean
  override write(...given: [Written, ...never[]]): boolean {
    this.#gather()
    return super.write(...given)
  }

  #gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    this.cork()
    process.nextTick(() => {
      this.#isGathering = false
      this.uncork()
    })
  }
}

const open = new Set<Socket>()
let isCut = false

/** The socket of a new connection to the database; one that fails at once while they are cut. */
export function openSocket(): Socket {
  const socket = new GatheringSocket()
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

/** Connects. @throws also if the client is ended meanwhile, which pg answers with nothing at all */
export async function connectClient(client: pg.Client): Promise<void> {
  const ended = Promise.withResolvers<never>()
  const end = () => {
    ended.reject(new Error('The connection was ended before it was there.'))
  }
  client.once('end', end)
  try {
    await Promise.race([client.connect(), ended.promise])
  } finally {
    client.off('end', end)
  }
}
