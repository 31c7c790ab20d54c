import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { MAIN_PLAYLIST, POSTER } from '#lib/server/vod/media-folder.ts'

/** Makes a folder of HLS of a film by ffmpeg: levels of the picture, the sound apart from them, and a still. */

/** Pixels of height with the most kilobits a second. */
const LEVELS = [
  { height: 1080, most: 5_000 },
  { height: 720, most: 2_800 },
  { height: 480, most: 1_400 },
  { height: 360, most: 800 },
] as const
/** Seconds of a segment. */
const SEGMENT = 4

export interface FilmFacts {
  readonly height: number
  readonly seconds: number
  readonly hasSound: boolean
}

/** What ffprobe tells of a file; undefined for a file without a picture, or one that it cannot read. @throws {Error} where ffprobe is not installed */
export async function probeFilm(file: string): Promise<FilmFacts | undefined> {
  const said = await run('ffprobe', ['-v', 'error', '-of', 'json', '-show_entries', 'stream=codec_type,height:format=duration', '--', file])
  if (said === undefined) return undefined
  const { streams = [], format } = JSON.parse(said) as {
    readonly streams?: readonly { readonly codec_type?: string; readonly height?: number }[]
    readonly format?: { readonly duration?: string }
  }
  const height = streams.find(({ codec_type: type }) => type === 'video')?.height
  const seconds = Number(format?.duration)
  return height === undefined || !(seconds > 0)
    ? undefined
    : { height, seconds, hasSound: streams.some(({ codec_type: type }) => type === 'audio') }
}

/** Whether ffmpeg and ffprobe can be run here. */
export async function hasFfmpeg(): Promise<boolean> {
  try {
    return (await run('ffmpeg', ['-version'])) !== undefined && (await run('ffprobe', ['-version'])) !== undefined
  } catch {
    return false
  }
}

/** A film and the folder that it is encoded into, which exists and is empty. */
interface Encoding {
  readonly file: string
  readonly folder: string
  readonly facts: FilmFacts
}

/** Encodes a film into its folder. @param report receives how much is done, 0 to 1. @throws {Error} if ffmpeg fails */
export async function encodeFilm(encoding: Encoding, report: (share: number) => void): Promise<void> {
  const { file, folder, facts } = encoding
  const progress = (line: string) => {
    const time = /^out_time_us=(\d+)/.exec(line)?.[1]
    if (time !== undefined) report(Math.min(1, Number(time) / 1_000_000 / facts.seconds))
  }
  if ((await run('ffmpeg', argumentsFor(encoding), progress)) === undefined) throw new Error(`ffmpeg could not read ${file}.`)
  const still = [
    '-y',
    '-loglevel',
    'error',
    '-ss',
    String(facts.seconds * 0.3),
    '-i',
    file,
    '-frames:v',
    '1',
    '-vf',
    'scale=1280:-2',
    '-q:v',
    '5',
  ]
  await run('ffmpeg', [...still, join(folder, POSTER)])
}

function argumentsFor({ file, folder, facts: { height, hasSound } }: Encoding): readonly string[] {
  const fitting = LEVELS.filter((level) => level.height <= height)
  const levels = fitting.length > 0 ? fitting : [{ height, most: 800 }]
  const split = levels.map((_, at) => `[in${String(at)}]`).join('')
  const scaled = levels.map((level, at) => `[in${String(at)}]scale=-2:${String(level.height - (level.height % 2))}[out${String(at)}]`)
  const rates = levels.flatMap(({ most }, at) => [
    `-maxrate:v:${String(at)}`,
    `${String(most)}k`,
    `-bufsize:v:${String(at)}`,
    `${String(most * 2)}k`,
  ])
  const streams = levels.map((level, at) => `v:${String(at)}${hasSound ? ',agroup:audio' : ''},name:${String(level.height)}`)
  return [
    ...['-y', '-loglevel', 'error', '-nostdin', '-progress', 'pipe:1', '-i', file],
    ...['-filter_complex', `[0:v:0]split=${String(levels.length)}${split};${scaled.join(';')}`],
    ...levels.flatMap((_, at) => ['-map', `[out${String(at)}]`]),
    ...(hasSound ? ['-map', '0:a:0', '-c:a', 'aac', '-b:a', '128k', '-ac', '2'] : []),
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '22', '-pix_fmt', 'yuv420p', ...rates],
    ...['-force_key_frames', `expr:gte(t,n_forced*${String(SEGMENT)})`, '-sc_threshold', '0'],
    ...[
      '-f',
      'hls',
      '-hls_time',
      String(SEGMENT),
      '-hls_playlist_type',
      'vod',
      '-hls_segment_type',
      'fmp4',
      '-hls_flags',
      'independent_segments',
    ],
    ...['-hls_fmp4_init_filename', 'init.mp4', '-hls_segment_filename', join(folder, '%v', '%d.m4s'), '-master_pl_name', MAIN_PLAYLIST],
    ...['-var_stream_map', [...streams, ...(hasSound ? ['a:0,agroup:audio,name:sound,default:yes'] : [])].join(' ')],
    join(folder, '%v', 'index.m3u8'),
  ]
}

/** @returns what the program said; undefined if it failed. @throws {Error} if there is no such program */
async function run(program: string, args: readonly string[], onLine?: (line: string) => void): Promise<string | undefined> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (onLine) onLine(line)
    else lines.push(line)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return code === 0 ? lines.join('\n') : undefined
}
