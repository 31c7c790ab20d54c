import type Hls from 'hls.js'
import type { ErrorData } from 'hls.js'
import { SubtitleLines } from './subtitle-lines.ts'

/** Where a film is loaded from. The base is renewed while it plays. */
export interface Source {
  readonly manifest: string
  base: string
}

/** What is played, and from how many seconds on; -1: a live stream from its present. */
export interface Playing {
  readonly source: Source
  readonly startAt: number
}

/** A quality, by the height of its picture. */
export interface Level {
  readonly index: number
  readonly height: number
}

export interface StreamEvents {
  /** The qualities and sounds that the film has. */
  readonly onChoices: (levels: readonly Level[], sounds: readonly string[]) => void
  /** The picture has another height now. */
  readonly onHeight: (height: number) => void
  /** Nothing more comes: the network is gone or an address has lapsed ('network'), or the film cannot be played ('film'). */
  readonly onTrouble: (kind: 'network' | 'film') => void
}

/** A film that is being loaded into a video element. */
export interface Stream {
  /** -1 lets the bandwidth choose. */
  setLevel(index: number): void
  setSound(index: number): void
  /** -1: none. The lines are in a hidden text track of the video. */
  setSubtitles(index: number): void
  close(): void
}

const ADDRESS = /^.*?\/vod\/media\/[^/]+\//
const NATIVE = 'application/vnd.apple.mpegurl'

/** Puts the newest base into an address that a playlist named under an earlier one. */
export function rebased(address: string, base: string): string {
  return address.replace(ADDRESS, base)
}

/** Loads a film. The library comes only now; a browser without media sources plays the playlist by itself. */
export async function openStream(video: HTMLVideoElement, playing: Playing, events: StreamEvents): Promise<Stream> {
  const { source, startAt } = playing
  const { default: Library } = await import('hls.js')
  if (!Library.isSupported()) return openNatively(video, playing, events)
  const hls = new Library({
    startPosition: startAt,
    enableWorker: false,
    enableInterstitialPlayback: false,
    capLevelToPlayerSize: false,
    maxBufferLength: 30,
    // Its own text tracks have an address that the page's policy blocks.
    renderTextTracksNatively: false,
    xhrSetup: (request, address) => request.open('GET', rebased(address, source.base), true),
  })
  const lines = new SubtitleLines(video)
  let subtitles = -1
  // The library forgets a choice that is made before the tracks are known, and undoes one that is made while it tells of them.
  hls.on(Library.Events.SUBTITLE_TRACKS_UPDATED, () => {
    queueMicrotask(() => {
      hls.subtitleTrack = subtitles
    })
  })
  hls.on(Library.Events.CUES_PARSED, (_event, { cues, subtitleTrack }) => lines.add(subtitleTrack?.id ?? 0, cues as readonly VTTCue[]))
  listen(hls, Library, events)
  hls.loadSource(source.manifest)
  hls.attachMedia(video)
  return {
    setLevel: (index) => {
      hls.nextLevel = index
    },
    setSound: (index) => {
      hls.audioTrack = index
    },
    setSubtitles: (index) => {
      subtitles = index
      hls.subtitleTrack = index
      lines.choose(index)
    },
    close: () => hls.destroy(),
  }
}

function listen(hls: Hls, { Events, ErrorTypes }: typeof Hls, events: StreamEvents): void {
  let isMended = false
  hls.on(Events.MANIFEST_PARSED, () => {
    const levels = hls.levels.map(({ height }, index) => ({ index, height }))
    events.onChoices(
      levels,
      hls.audioTracks.map(({ name }) => name),
    )
  })
  hls.on(Events.LEVEL_SWITCHED, (_event, { level }) => events.onHeight(hls.levels[level]?.height ?? 0))
  hls.on(Events.ERROR, (_event, { fatal, type }: ErrorData) => {
    if (!fatal) return
    if (type === ErrorTypes.NETWORK_ERROR) return events.onTrouble('network')
    // A decoder that stumbles is started again once.
    if (type === ErrorTypes.MEDIA_ERROR && !isMended) {
      isMended = true
      return hls.recoverMediaError()
    }
    events.onTrouble('film')
  })
}

/** @throws if this browser cannot play films at all */
function openNatively(video: HTMLVideoElement, { source, startAt }: Playing, events: StreamEvents): Stream {
  if (video.canPlayType(NATIVE) === '') throw new Error('No way to play this film.')
  // The empty track of the page is not one of the film's.
  const empty = video.querySelector('track')?.track
  const fail = (): void => events.onTrouble(video.error?.code === MediaError.MEDIA_ERR_NETWORK ? 'network' : 'film')
  const begin = (): void => {
    if (startAt > 0) video.currentTime = startAt
    events.onChoices([], [])
  }
  video.addEventListener('error', fail)
  video.addEventListener('loadedmetadata', begin, { once: true })
  video.src = source.manifest
  return {
    setLevel: () => undefined,
    setSound: () => undefined,
    setSubtitles: (index) => {
      const tracks = [...video.textTracks].filter((track) => track !== empty)
      for (const [at, track] of tracks.entries()) track.mode = at === index ? 'hidden' : 'disabled'
    },
    close: () => {
      video.removeEventListener('error', fail)
      video.removeEventListener('loadedmetadata', begin)
      video.removeAttribute('src')
      video.load()
    },
  }
}
