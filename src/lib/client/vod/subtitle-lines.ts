/** The lines of a film's subtitles, in the hidden text track that the page gives its video. The player draws them itself. */
export class SubtitleLines {
  private readonly track: TextTrack | undefined
  /** Of each of the film's subtitles, by the id of a line: a part of the film may come twice. */
  private readonly known = new Map<number, Map<string, VTTCue>>()
  private chosen = -1

  constructor(video: HTMLVideoElement) {
    this.track = video.querySelector('track')?.track
    this.choose(-1)
  }

  /** -1: none. */
  choose(index: number): void {
    const { track } = this
    this.chosen = index
    if (!track) return
    track.mode = 'hidden'
    for (const cue of [...(track.cues ?? [])]) track.removeCue(cue)
    for (const cue of this.known.get(index)?.values() ?? []) track.addCue(cue)
    if (index < 0) track.mode = 'disabled'
  }

  /** Takes lines that have come. */
  add(index: number, cues: readonly VTTCue[]): void {
    const known = this.known.get(index) ?? new Map<string, VTTCue>()
    this.known.set(index, known)
    for (const cue of cues) {
      if (known.has(cue.id)) continue
      known.set(cue.id, cue)
      if (index === this.chosen) this.track?.addCue(cue)
    }
  }
}
