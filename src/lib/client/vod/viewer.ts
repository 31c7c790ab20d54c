import { atom } from 'nanostores'
import type { FilmAnswer } from '#lib/contract/area/vod.ts'
import { nextChapterStart } from '#lib/domain/catalogue/films/film-chapters.ts'
import { keepPreferences, readPreferences } from './preferences.ts'
import type { Watching } from './watching.ts'

/** A sentence for a screen reader: a key of the texts and its values. */
export interface Said {
  readonly key: string
  readonly values?: Readonly<Record<string, string | number>>
}

type ViewedFilm = Pick<FilmAnswer, 'isLive' | 'seconds' | 'chapters' | 'subtitles'>

/** What may lie open over the picture. */
export type MenuName = 'subtitles' | 'chapters' | 'settings' | 'help'

/** What the viewer does to the film, and what they prefer. */
export class Viewer {
  /** Index in the film's subtitles; -1: none. */
  readonly $subtitles = atom(-1)
  /** The speed, 1 as filmed. It changes with the choice: the video tells of its own change a moment later. */
  readonly $rate = atom(1)
  readonly $said = atom<Said | null>(null)
  readonly $menu = atom<MenuName | null>(null)
  private video: HTMLVideoElement | null = null
  private readonly film: ViewedFilm
  private readonly watching: Watching

  constructor(film: ViewedFilm, watching: Watching) {
    this.film = film
    this.watching = watching
  }

  /** Takes a video and gives it the viewer's preferences; subtitles are in the page's language at first. */
  attach(video: HTMLVideoElement | null, language: string): void {
    this.video = video
    this.watching.attach(video)
    if (!video) return
    const kept = readPreferences(language)
    video.volume = kept.volume
    video.defaultPlaybackRate = kept.rate
    this.$rate.set(kept.rate)
    // A browser's own menu or an extension may change it as well.
    video.addEventListener('ratechange', () => this.$rate.set(video.playbackRate))
    this.choose(kept.subtitles === null ? -1 : this.film.subtitles.findIndex((one) => one.language === kept.subtitles))
  }

  readonly toggle = (): void => {
    const { video } = this
    if (!video) return
    this.say(video.paused ? 'said_play' : 'said_pause')
    if (video.paused) void video.play().catch(() => undefined)
    else video.pause()
  }

  readonly seek = (seconds: number): void => {
    const { video, film } = this
    if (!video) return
    const last = Math.max(0, (video.duration || film.seconds) - 0.5)
    video.currentTime = Math.min(Math.max(0, seconds), last)
    const chapter = film.chapters.find(({ at }) => at === seconds)
    if (chapter) this.say('said_chapter', { name: chapter.name })
  }

  readonly skip = (seconds: number): void => {
    if (this.video) this.seek(this.video.currentTime + seconds)
  }

  readonly nextChapter = (): void => {
    const next = this.video ? nextChapterStart(this.film.chapters, this.video.currentTime) : undefined
    if (next !== undefined) this.seek(next)
  }

  /** Goes to so many tenths of the film; a live stream has none. */
  readonly seekTenth = (tenth: number): void => {
    if (!this.film.isLive) this.seek(((this.video?.duration || this.film.seconds) * tenth) / 10)
  }

  readonly mute = (): void => {
    const { video } = this
    if (!video) return
    video.muted = !video.muted
    this.say('said_volume', { percent: video.muted ? 0 : Math.round(video.volume * 100) })
  }

  /** Opens a menu instead of the one that is open, or closes it. */
  readonly switchMenu = (menu: MenuName | null): void => this.$menu.set(this.$menu.get() === menu ? null : menu)

  readonly louder = (by: number): void => {
    const { video } = this
    if (!video) return
    video.muted = false
    video.volume = Math.min(1, Math.max(0, Math.round((video.volume + by) * 10) / 10))
    this.keep()
    this.say('said_volume', { percent: Math.round(video.volume * 100) })
  }

  readonly setRate = (rate: number): void => {
    const { video } = this
    if (!video) return
    this.$rate.set(rate)
    video.playbackRate = rate
    video.defaultPlaybackRate = rate
    this.keep()
  }

  readonly setSubtitles = (index: number): void => {
    this.choose(index)
    this.keep()
    const name = this.film.subtitles[index]?.name
    if (name === undefined) this.say('said_subtitlesOff')
    else this.say('said_subtitlesOn', { name })
  }

  readonly toggleSubtitles = (): void => {
    if (this.film.subtitles.length > 0) this.setSubtitles(this.$subtitles.get() >= 0 ? -1 : 0)
  }

  readonly say = (key: string, values?: Said['values']): void => {
    this.$said.set({ key: `vod.${key}`, ...(values && { values }) })
  }

  private choose(index: number): void {
    this.$subtitles.set(index)
    this.watching.setSubtitles(index)
  }

  private keep(): void {
    if (!this.video) return
    const { volume, playbackRate: rate } = this.video
    keepPreferences({ subtitles: this.film.subtitles[this.$subtitles.get()]?.language ?? null, volume, rate })
  }
}

/** Shows a player on the whole screen, or ends that. */
export function switchFullScreen(box: HTMLElement | null): void {
  const switching = document.fullscreenElement ? document.exitFullscreen() : box?.requestFullscreen()
  void switching?.catch(() => undefined)
}
