import { expect } from 'vitest'

/**
 * Time that runs down: from the moment of the call, what is told of `seconds` may be less by what has gone by since, and never more. So a machine that
 * stalls between two calls does not turn a test red, and a wrong number does.
 */
export function countdown(): (told: unknown, seconds: number) => void {
  const startedAt = Date.now()
  return (told, seconds) => {
    const gone = Math.ceil((Date.now() - startedAt) / 1_000)
    expect(told, `of ${String(seconds)} seconds, after at most ${String(gone)}`).toSatisfy(
      (left) => typeof left === 'number' && left <= seconds && left >= seconds - gone,
    )
  }
}
