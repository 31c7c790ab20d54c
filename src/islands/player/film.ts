import type { FilmAnswer, WatchState } from '#lib/contract/area/vod.ts'
import type { UnsupportedDevice } from '#lib/domain/catalogue/films/watch-device.ts'

/** What the player is given of a film. */
export type PlayerFilm = Pick<
  FilmAnswer,
  'vodId' | 'featureName' | 'isLive' | 'startsAt' | 'hours' | 'devices' | 'seconds' | 'poster' | 'chapters' | 'subtitles' | 'sounds'
>

export interface PlayerProps {
  readonly film: PlayerFilm
  readonly watch: WatchState
  /** Whether some devices are refused (setting VOD_CHROME_ONLY). */
  readonly isChromeOnly: boolean
  /** What the server knows of the device already. */
  readonly unsupported: UnsupportedDevice | undefined
  /** How long a window is, in words: "48 hours". */
  readonly window: string
  /** Where the film is bought again; null if it is not for sale. */
  readonly again: { readonly href: string; readonly price: number } | null
}
