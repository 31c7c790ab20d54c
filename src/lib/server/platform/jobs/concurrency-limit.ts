/** The line is as long as it may be. */
export class LineFull extends Error {}

/**
 * Lets so many works run at once; further ones wait in line.
 * @returns runs a work in its turn. @throws {LineFull} where too many wait already
 */
export function turns({ atOnce, waiting }: { readonly atOnce: number; readonly waiting: number }) {
  let running = 0
  const line: (() => void)[] = []
  const enter = (): Promise<void> | undefined => {
    if (running < atOnce) {
      running++
      return undefined
    }
    if (line.length >= waiting) throw new LineFull('Too many wait already.')
    return new Promise((mayGo) => line.push(mayGo))
  }
  // Who leaves hands the place to the next in line.
  const leave = (): void => {
    const next = line.shift()
    if (next) next()
    else running--
  }
  return async <T>(work: () => Promise<T>): Promise<T> => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
