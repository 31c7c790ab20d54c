/** Soft tones, drawn by numbers: mono, 16 bits, little endian. */
export const SAMPLES = 22_050

export interface Tone {
  /** Seconds. */
  readonly at: number
  readonly length: number
  /** Hertz. */
  readonly pitch: number
  /** 0 to 1. */
  readonly loudness: number
}

/** The sum of tones, each swelling and fading. */
export function soundOf(seconds: number, tones: readonly Tone[]): Buffer {
  const sum = new Float32Array(Math.ceil(seconds * SAMPLES))
  for (const { at, length, pitch, loudness } of tones) {
    const first = Math.round(at * SAMPLES)
    const count = Math.min(Math.round(length * SAMPLES), sum.length - first)
    for (let sample = 0; sample < count; sample += 1) {
      const swell = Math.min(1, sample / (SAMPLES * 0.08), (count - sample) / (SAMPLES * 0.4))
      sum[first + sample] = (sum[first + sample] ?? 0) + Math.sin((2 * Math.PI * pitch * sample) / SAMPLES) * loudness * swell
    }
  }
  return Buffer.from(Int16Array.from(sum, (value) => Math.round(Math.max(-1, Math.min(1, value)) * 32_000)).buffer)
}

/** A low hum, a tick each second and a bell at every floor of the lift. */
export function liftTones(seconds: number): readonly Tone[] {
  const hum = [{ at: 0, length: seconds, pitch: 82.4, loudness: 0.06 }]
  const ticks = Array.from({ length: Math.floor(seconds) }, (_, at) => ({ at, length: 0.12, pitch: 660, loudness: 0.04 }))
  const bells = [11.5, 22.5, 33.5, 44.5, 55.5, 66.5].map((at) => ({ at, length: 1.6, pitch: 523.3, loudness: 0.16 }))
  return [...hum, ...ticks, ...bells]
}

/** What an audio description adds to the lift: two notes before each scene. */
export function describingTones(): readonly Tone[] {
  return [3, 8, 19, 30, 41, 52, 63, 74].flatMap((at) => [
    { at, length: 0.5, pitch: 392, loudness: 0.2 },
    { at: at + 0.5, length: 0.9, pitch: 587.3, loudness: 0.2 },
  ])
}

const CHORDS = [
  [220, 261.6, 329.6, 440],
  [174.6, 261.6, 349.2, 440],
  [196, 246.9, 293.7, 392],
  [164.8, 246.9, 329.6, 415.3],
] as const

/** Four voices in slow chords. */
export function quartetTones(seconds: number): readonly Tone[] {
  return Array.from({ length: Math.floor(seconds / 4) }, (_, bar) =>
    (CHORDS[bar % CHORDS.length] ?? CHORDS[0]).map((pitch, voice) => ({ at: bar * 4 + voice * 0.35, length: 4, pitch, loudness: 0.1 })),
  ).flat()
}
