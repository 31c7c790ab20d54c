import { setTimeout as sleep } from 'node:timers/promises'

/** Only what never comes is waited for so long, in ms: a machine that stalls is no fault of the shop. */
const END = 20_000
/** And so often it was looked, however slow the machine is. */
const LOOKS = 100

/** Looks until something is there. @throws where it does not come */
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

/** Looks until something is so. @throws where it never is */
export async function until(isSo: () => boolean | Promise<boolean>, what?: string, end = END): Promise<void> {
  await untilThere(async () => ((await isSo()) ? true : undefined), what, end)
}
