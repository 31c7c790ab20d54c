/** What a viewer chose last, for the next film. */
export interface Preferences {
  /** A language, or null: no subtitles. */
  readonly subtitles: string | null
  readonly volume: number
  readonly rate: number
}

const KEY = 'player'

/** Reads the preferences of this browser; subtitles are in the page's language at first. */
export function readPreferences(language: string): Preferences {
  const first: Preferences = { subtitles: language, volume: 1, rate: 1 }
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>
    return {
      subtitles: typeof kept.subtitles === 'string' || kept.subtitles === null ? kept.subtitles : first.subtitles,
      volume: typeof kept.volume === 'number' && kept.volume >= 0 && kept.volume <= 1 ? kept.volume : first.volume,
      rate: RATES.find((rate) => rate === kept.rate) ?? first.rate,
    }
  } catch {
    return first
  }
}

/** Keeps them, unless the browser keeps nothing. */
export function keepPreferences(chosen: Preferences): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen))
  } catch {
    // A browser in private mode may refuse; the choice holds for this page.
  }
}

/** The speeds on offer. */
export const RATES = [0.75, 1, 1.25, 1.5, 2] as const
