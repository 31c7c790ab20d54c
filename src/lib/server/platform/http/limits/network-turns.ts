/** Whose turn it is to claim for a network: one at a time in this process. Who is not limited (null) needs no turn. */
const busy = new Set<string>()
const waiting = new Map<string, (() => void)[]>()

export function isFree(network: string | null): boolean {
  return network === null || !busy.has(network)
}

/** Takes the turns of networks that are free. */
export function beginTurns(networks: readonly string[]): void {
  for (const network of networks) busy.add(network)
}

/** Resolves when the turn is the caller's. */
export function turnOf(network: string): Promise<void> {
  if (isFree(network)) {
    busy.add(network)
    return Promise.resolve()
  }
  return new Promise((begin) => {
    waiting.set(network, [...(waiting.get(network) ?? []), begin])
  })
}

/** Hands each turn to the first who waits for it. */
export function endTurns(networks: readonly string[]): void {
  for (const network of networks) {
    const [next, ...others] = waiting.get(network) ?? []
    if (others.length > 0) waiting.set(network, others)
    else waiting.delete(network)
    if (next) next()
    else busy.delete(network)
  }
}
