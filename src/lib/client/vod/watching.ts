import { atom, map } from 'nanostores'
import type { WatchingDevice, WatchState, WatchStream } from '#lib/contract/area/vod.ts'
import type { CallRefusal } from '#lib/client/http/call.ts'
import { callVod } from '#lib/client/http/vod-call.ts'
import type { UnsupportedDevice } from '#lib/domain/catalogue/films/watch-device.ts'
import { phaseOfRefusal, type Phase } from './phase.ts'
import { openStream, type Level, type Source, type Stream } from './stream.ts'

/** Trouble that comes back sooner than this is not trouble with one address. */
const CALM_MS = 20_000

/** The film of a player and the order it was bought in. */
export interface Watched {
  readonly vodId: number
  readonly resId: string | null
  /** A live stream is always watched at its present. */
  readonly isLive: boolean
}

/** One player: its phase, what there is to choose, and the calls that keep its place. Nothing is called before the viewer presses play. */
export class Watching {
  readonly $phase
  readonly $devices
  /** The films that play in this browser, where they are too many for another one. */
  readonly $elsewhere
  readonly $replacementsLeft
  /** How many devices watch by the ticket, as far as this one knows. */
  readonly $watching
  /** Whether the window runs; before, the film is to be begun. */
  readonly $isOpen
  /** Until when it may be watched or begun; ISO, null while not known. */
  readonly $until
  readonly $choices = atom<{ readonly levels: readonly Level[]; readonly sounds: readonly string[] }>({ levels: [], sounds: [] })
  /** -1: the quality that the connection allows. */
  readonly $chosen = map({ level: -1, sound: 0, height: 0 })
  /** Where it was stopped, in seconds. */
  position: number
  private video: HTMLVideoElement | null = null
  private stream: Stream | undefined
  private source: Source | undefined
  private beats: ReturnType<typeof setInterval> | undefined
  private subtitles = -1
  private lastTrouble = 0
  private readonly watched: Watched

  constructor(watched: Watched, watch: WatchState, first: Phase) {
    this.watched = watched
    this.$phase = atom<Phase>(first)
    this.$devices = atom<readonly WatchingDevice[]>(watch.devices)
    this.$elsewhere = atom(watch.elsewhere)
    this.$replacementsLeft = atom(watch.replacementsLeft)
    this.$watching = atom(watch.devices.length)
    this.$isOpen = atom(watch.firstPlayedAt !== null)
    this.$until = atom(watch.endsAt ?? watch.playUntil)
    this.position = watched.isLive ? 0 : watch.position
  }

  attach(video: HTMLVideoElement | null): void {
    this.video = video
  }

  /** What the browser tells of its device only now, before anything is opened. */
  refuseDevice(code: UnsupportedDevice): void {
    if (['ready', 'resume', 'startsIn'].includes(this.$phase.get().at)) this.$phase.set({ at: 'unsupported', code })
  }

  /** A live stream has begun. */
  readonly begin = (): void => this.$phase.set({ at: 'ready' })

  /** Begins on this device, instead of `replaces` if that is given. The first play of an order opens its window. */
  async play(from: number, replaces?: string): Promise<void> {
    this.stop()
    this.position = from
    this.$phase.set({ at: 'starting' })
    const { vodId, resId } = this.watched
    const answer = await callVod('playFilm', { params: { vodId }, body: { resId, replaces: replaces ?? null } })
    if (!answer.ok) return this.refuse(answer.refusal)
    await this.load(answer.value.stream, from).catch(() => this.$phase.set({ at: 'fault', code: 'PLAYER' }))
  }

  /** -1: none. */
  setSubtitles(index: number): void {
    this.subtitles = index
    this.stream?.setSubtitles(index)
  }

  setLevel(level: number): void {
    this.$chosen.setKey('level', level)
    this.stream?.setLevel(level)
  }

  setSound(sound: number): void {
    this.$chosen.setKey('sound', sound)
    this.stream?.setSound(sound)
  }

  /** Keeps the place on this device and stores the position. */
  async beat(): Promise<void> {
    if (this.$phase.get().at !== 'playing' || !this.video) return
    this.position = this.video.currentTime
    const { vodId, resId } = this.watched
    const answer = await callVod('beatFilm', { params: { vodId }, body: { resId, position: this.position } })
    if (this.$phase.get().at !== 'playing') return
    if (answer.ok) this.renew(answer.value.stream)
    else if (answer.refusal.code.startsWith('VOD_')) await this.refuse(answer.refusal)
  }

  /** The film has ended: the next visit begins at the start, and another device may have the place. */
  end(): void {
    this.give(0)
    this.stop()
    this.position = 0
    this.$phase.set({ at: 'end' })
  }

  /** The page is left: stores the position and gives the place up, by a request that outlives the page. */
  leave(): void {
    if (this.$phase.get().at !== 'playing' || !this.video) return
    this.position = this.video.currentTime
    this.give(this.position)
    this.stop()
    this.$phase.set({ at: this.watched.isLive ? 'ready' : 'resume' })
  }

  /** The film waits for the network: without one there is nothing to wait for. */
  readonly checkConnection = (): void => {
    const isStuck = (this.video?.readyState ?? 0) < HTMLMediaElement.HAVE_FUTURE_DATA
    if (this.$phase.get().at === 'playing' && isStuck && !navigator.onLine) this.mend('network')
  }

  private give(position: number): void {
    const { vodId, resId } = this.watched
    this.$watching.set(Math.max(0, this.$watching.get() - 1))
    void callVod('beatFilm', { params: { vodId }, body: { resId, position, isStopped: true }, keepalive: true })
  }

  private async load(opened: WatchStream, from: number): Promise<void> {
    const { video } = this
    if (!video) return
    const source: Source = { manifest: opened.manifest, base: opened.base }
    this.source = source
    this.$until.set(opened.endsAt)
    this.$isOpen.set(true)
    this.$watching.set(opened.watching)
    const playing = { source, startAt: this.watched.isLive ? -1 : from }
    this.stream = await openStream(video, playing, {
      onChoices: (levels, sounds) => {
        this.$choices.set({ levels, sounds })
        this.stream?.setSubtitles(this.subtitles)
        const { level, sound } = this.$chosen.get()
        if (level >= 0) this.stream?.setLevel(level)
        if (sound > 0) this.stream?.setSound(sound)
      },
      onHeight: (height) => this.$chosen.setKey('height', height),
      onTrouble: (kind) => this.mend(kind),
    })
    this.$phase.set({ at: 'playing' })
    this.beats = setInterval(() => void this.beat(), opened.beatSeconds * 1000)
    await video.play().catch(() => undefined)
  }

  private renew(stream: WatchStream | null): void {
    if (!stream) return
    this.$watching.set(stream.watching)
    if (this.source) this.source.base = stream.base
  }

  /** Opens the film anew at the same place, once: an address may have lapsed. Trouble that comes back is said. */
  private mend(kind: 'network' | 'film'): void {
    const at = this.video?.currentTime || this.position
    const isCalm = Date.now() - this.lastTrouble > CALM_MS
    this.lastTrouble = Date.now()
    if (kind === 'network' && isCalm && navigator.onLine) return void this.play(at)
    this.stop()
    this.position = at
    this.$phase.set(kind === 'network' ? { at: 'offline' } : { at: 'fault', code: 'FILM' })
  }

  private async refuse(refusal: CallRefusal): Promise<void> {
    this.stop()
    const phase = phaseOfRefusal(refusal)
    if (phase.at === 'devices') await this.learnDevices()
    this.$phase.set(phase)
  }

  private async learnDevices(): Promise<void> {
    const { vodId, resId } = this.watched
    const answer = await callVod('watchStateOf', { params: { vodId }, query: resId === null ? {} : { resId } })
    if (!answer.ok) return
    // During a deployment a process of before may answer, which knows of no films elsewhere.
    const watch: Omit<WatchState, 'elsewhere'> & Partial<WatchState> = answer.value.watch
    const { devices, elsewhere = [], replacementsLeft } = watch
    this.$devices.set(devices)
    this.$elsewhere.set(elsewhere)
    this.$watching.set(devices.length)
    this.$replacementsLeft.set(replacementsLeft)
  }

  private stop(): void {
    clearInterval(this.beats)
    this.video?.pause()
    this.stream?.close()
    this.stream = undefined
  }
}
