import pLimit from 'p-limit'

/** The queue is full. */
export class LineFull extends Error {}

/**
 * Limits the number of concurrent works; further ones are queued.
 * @returns a function that runs a work when its turn comes. @throws {LineFull} if too many are queued
 */
export function turns({ atOnce, waiting }: { readonly atOnce: number; readonly waiting: number }) {
  const line = pLimit(atOnce)
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (line.pendingCount >= waiting) throw new LineFull('Too many wait already.')
    return line(work)
  }
}
