import { useEffect, useState } from 'react'

/** What a video element is doing; seconds. */
export interface MediaState {
  readonly time: number
  /** 0 while not known; Infinity of a live stream. */
  readonly whole: number
  readonly loaded: number
  readonly isPaused: boolean
  readonly isWaiting: boolean
  readonly volume: number
}

const STILL: MediaState = { time: 0, whole: 0, loaded: 0, isPaused: true, isWaiting: false, volume: 1 }
const EVENTS = [
  'timeupdate',
  'durationchange',
  'progress',
  'play',
  'pause',
  'waiting',
  'playing',
  'volumechange',
  'seeking',
  'seeked',
  'emptied',
] as const

/** Follows a video element. */
export function useMedia(video: HTMLVideoElement | null): MediaState {
  const [state, setState] = useState(STILL)
  useEffect(() => {
    if (!video) return
    const follow = (): void => setState(stateOf(video))
    for (const name of EVENTS) video.addEventListener(name, follow)
    return () => {
      for (const name of EVENTS) video.removeEventListener(name, follow)
    }
  }, [video])
  return state
}

function stateOf(video: HTMLVideoElement): MediaState {
  const { currentTime: time, duration, buffered, paused, muted, volume, readyState } = video
  return {
    time,
    whole: Number.isNaN(duration) ? 0 : duration,
    loaded: buffered.length === 0 ? 0 : buffered.end(buffered.length - 1),
    isPaused: paused,
    isWaiting: !paused && readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    volume: muted ? 0 : volume,
  }
}

const TAG = /<[^>]*>/g

/** The lines of the subtitles that are due now. */
export function useSubtitleLines(video: HTMLVideoElement | null): readonly string[] {
  const [text, setText] = useState('')
  useEffect(() => {
    if (!video) return
    const follow = (): void => setText(dueText(video))
    for (const name of ['timeupdate', 'seeked', 'emptied']) video.addEventListener(name, follow)
    return () => {
      for (const name of ['timeupdate', 'seeked', 'emptied']) video.removeEventListener(name, follow)
    }
  }, [video])
  return text === '' ? [] : text.split('\n')
}

function dueText(video: HTMLVideoElement): string {
  return [...video.textTracks]
    .filter(({ mode }) => mode === 'hidden')
    .flatMap(({ activeCues }) => [...(activeCues ?? [])])
    .map((cue) => (cue as VTTCue).text.replace(TAG, ''))
    .join('\n')
}
