import pLimit from 'p-limit'

/** The line is as long as it may be. */
export class LineFull extends Error {}

/**
 * Limits how many works run at once; more wait in line.
 * @returns runs a work in its turn. @throws {LineFull} if too many wait already
 */
export function turns({ atOnce, waiting }: { readonly atOnce: number; readonly waiting: number }) {
  const line = pLimit(atOnce)
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (line.pendingCount >= waiting) throw new LineFull('Too many wait already.')
    return line(work)
  }
}
