import { turns } from '#lib/server/customers/turns.ts'

/** So many reading calls of one address are answered at the same time; further ones wait for these, and everybody else goes before them. */
const AT_ONCE = 4
/** More cannot come: the limits of calls end before. */
const WAITING = 2_000

interface Line {
  readonly inTurn: ReturnType<typeof turns>
  inside: number
}

const lines = new Map<string, Line>()

/** Makes an answer in its address's turn, so that a burst of heavy ones holds others up by a few at most. This machine (null) needs no turn. */
export async function inTurn<T>(caller: string | null, work: () => Promise<T>): Promise<T> {
  if (caller === null) return work()
  const line = lines.get(caller) ?? { inTurn: turns({ atOnce: AT_ONCE, waiting: WAITING }), inside: 0 }
  lines.set(caller, line)
  line.inside++
  try {
    return await line.inTurn(work)
  } finally {
    line.inside--
    if (line.inside === 0) lines.delete(caller)
  }
}
