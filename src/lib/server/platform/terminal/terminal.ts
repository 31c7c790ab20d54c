/** Exit codes of every terminal command: done, refused (or found amiss), wrong usage or settings. */
export const EXIT = { done: 0, refused: 1, misused: 2 } as const

/** Where a terminal command writes; tests read it. */
export interface Terminal {
  readonly say: (line: string) => void
  readonly complain: (line: string) => void
  /** Replaces what it said last; left out if nobody watches. */
  readonly progress?: (line: string) => void
}
