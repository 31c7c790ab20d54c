import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drawDuskQuartet, DUSK_QUARTET } from './dusk-quartet.ts'
import { FRAME, RATE, type Frame } from './frame.ts'
import { drawNineMinutes, NINE_MINUTES } from './nine-minutes.ts'
import { describingTones, liftTones, quartetTones, SAMPLES, soundOf } from './sound.ts'
import { finishMaster, writeSubtitles, type Spoken } from './subtitles.ts'

/** Draws the demo's films anew, as folders of HLS: `node src/lib/demo/draw/films/draw-films.ts`. It needs ffmpeg; the folders are stored, so nothing else does. */

interface Film {
  readonly folder: string
  readonly seconds: number
  readonly draw: (second: number) => Frame
  /** The sound, then an audio description if there is one. */
  readonly sounds: readonly Buffer[]
  readonly spoken: readonly Spoken[]
}

const HERE = new URL('../../films/', import.meta.url)
const lift = liftTones(NINE_MINUTES)
const FILMS: readonly Film[] = [
  {
    folder: 'demo-nine-minutes',
    seconds: NINE_MINUTES,
    draw: drawNineMinutes,
    sounds: [soundOf(NINE_MINUTES, lift), soundOf(NINE_MINUTES, [...lift, ...describingTones()])],
    spoken: [
      { from: 2, until: 6, text: 'עשר לחצות פחות דקה. המעלית לא עונה.' },
      { from: 12, until: 16, text: 'קומה ראשונה. יש כאן מישהו?' },
      { from: 23, until: 27, text: 'קומה שנייה לא ענתה. אז עליתי.' },
      { from: 34, until: 38, text: 'קומה שלישית. האור דולק, הדלת נעולה.' },
      { from: 45, until: 49, text: 'אני שומעת אתכם. תמשיכו לדבר.' },
      { from: 56, until: 60, text: 'עוד קומה אחת, ועוד דקה.' },
      { from: 67, until: 71, text: 'קומה שביעית. הגענו בזמן.' },
      { from: 76, until: 79, text: 'חצות.' },
    ],
  },
  {
    folder: 'demo-dusk-quartet',
    seconds: DUSK_QUARTET,
    draw: drawDuskQuartet,
    sounds: [soundOf(DUSK_QUARTET, quartetTones(DUSK_QUARTET))],
    spoken: [
      { from: 1, until: 5, text: '♪ פרק ראשון, לאט ♪' },
      { from: 20, until: 24, text: '♪ הכינור השני נכנס ♪' },
      { from: 40, until: 44, text: '♪ הצ׳לו לבדו ♪' },
      { from: 60, until: 64, text: '♪ כולם יחד, עד החשכה ♪' },
    ],
  },
]

for (const film of FILMS) await drawFilm(film)

async function drawFilm(film: Film): Promise<void> {
  const folder = fileURLToPath(new URL(`${film.folder}/`, HERE))
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const sounds = film.sounds.map((_, index) => join(tmpdir(), `${film.folder}-${String(index)}.pcm`))
  for (const [index, path] of sounds.entries()) await writeFile(path, film.sounds[index] ?? '')
  await encode(film, folder, sounds)
  await drawPoster(film, folder)
  await writeSubtitles(folder, film)
  await finishMaster(folder)
  for (const path of sounds) await rm(path)
}

/** Two levels of the picture, and the sounds apart from them. */
async function encode(film: Film, folder: string, sounds: readonly string[]): Promise<void> {
  const audio = sounds.map(
    (_, index) =>
      `a:${String(index)},agroup:audio,name:${index === 0 ? 'he' : 'he-description'},language:he${index === 0 ? ',default:yes' : ''}`,
  )
  const inputs = sounds.flatMap((path) => ['-f', 's16le', '-ar', String(SAMPLES), '-ac', '1', '-i', path])
  const args = [
    ...['-y', '-loglevel', 'error', ...rawFrames(), ...inputs],
    ...['-filter_complex', '[0:v]split=2[high][half];[half]scale=320:180:flags=area[low]', '-map', '[low]', '-map', '[high]'],
    ...sounds.flatMap((_, index) => ['-map', `${String(index + 1)}:a`]),
    ...['-c:v', 'libx264', '-preset', 'veryslow', '-tune', 'animation', '-crf', '30', '-pix_fmt', 'yuv420p', '-profile:v', 'main'],
    ...['-g', String(RATE * 4), '-keyint_min', String(RATE * 4), '-sc_threshold', '0', '-c:a', 'aac', '-b:a', '20k', '-ac', '1'],
    ...['-f', 'hls', '-hls_time', '4', '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4', '-hls_flags', 'independent_segments'],
    ...['-hls_fmp4_init_filename', 'init.mp4', '-hls_segment_filename', join(folder, '%v', '%d.m4s'), '-master_pl_name', 'master.m3u8'],
    ...[
      '-var_stream_map',
      ['v:0,agroup:audio,name:180', 'v:1,agroup:audio,name:360', ...audio].join(' '),
      join(folder, '%v', 'index.m3u8'),
    ],
  ]
  await runWithFrames(args, film, Math.floor(film.seconds * RATE))
}

async function drawPoster(film: Film, folder: string): Promise<void> {
  const args = ['-y', '-loglevel', 'error', ...rawFrames(), '-frames:v', '1', '-q:v', '4', join(folder, 'poster.jpg')]
  await runWithFrames(args, { ...film, draw: () => film.draw(film.seconds / 2) }, 1)
}

function rawFrames(): readonly string[] {
  return ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${String(FRAME.width)}x${String(FRAME.height)}`, '-r', String(RATE), '-i', 'pipe:0']
}

async function runWithFrames(args: readonly string[], { draw }: Pick<Film, 'draw'>, count: number): Promise<void> {
  const ffmpeg = spawn('ffmpeg', args, { stdio: ['pipe', 'inherit', 'inherit'] })
  const ended = once(ffmpeg, 'exit')
  for (let frame = 0; frame < count; frame += 1) if (!ffmpeg.stdin.write(draw(frame / RATE).pixels)) await once(ffmpeg.stdin, 'drain')
  ffmpeg.stdin.end()
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw new Error(`ffmpeg ended with ${String(code)}.`)
}
