import { useRef, useState } from 'react'

/** Work that takes less than this is not worth a word. */
const SHOWN_AFTER_MS = 200

interface Busy {
  /** Whether to say so. */
  readonly isBusy: boolean
  /** Does the work, unless it is being done already. */
  readonly run: (work: () => Promise<unknown>) => void
}

/** One piece of work at a time, and a sign of it once it takes a while. */
export function useBusy(): Busy {
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)
  const run = (work: () => Promise<unknown>): void => {
    if (isRunning.current) return
    isRunning.current = true
    const timer = setTimeout(() => setBusy(true), SHOWN_AFTER_MS)
    void work().finally(() => {
      clearTimeout(timer)
      isRunning.current = false
      setBusy(false)
    })
  }
  return { isBusy, run }
}
