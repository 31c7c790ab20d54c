import { setTimeout as sleep } from 'node:timers/promises'

/** The limit in ms for what never comes, long enough for a slow machine. */
const END = 20_000
/** The minimum number of polls, however slow the machine is. */
const LOOKS = 100

/** Polls until a value is there. @throws if it never comes */
export async function untilThere<T>(
  look: () => T | undefined | Promise<T | undefined>,
  what = 'what was waited for',
  end = END,
): Promise<T> {
  const startedAt = performance.now()
  for (let looks = 1; ; looks++) {
    const found = await look()
    if (found !== undefined) return found
    if (looks >= LOOKS && performance.now() - startedAt > end) throw new Error(`Still not there: ${what}`)
    await sleep(20)
  }
}

/** Polls until a condition holds. @throws if it never does */
export async function until(isSo: () => boolean | Promise<boolean>, what?: string, end = END): Promise<void> {
  await untilThere(async () => ((await isSo()) ? true : undefined), what, end)
}
