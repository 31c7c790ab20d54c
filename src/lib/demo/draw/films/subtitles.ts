import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A subtitle, in seconds of the film. */
export interface Spoken {
  readonly from: number
  readonly until: number
  readonly text: string
}

/** Writes the subtitles as one segment of WebVTT with its playlist. */
export async function writeSubtitles(
  folder: string,
  { seconds, spoken }: { readonly seconds: number; readonly spoken: readonly Spoken[] },
): Promise<void> {
  const cues = spoken.map(({ from, until, text }) => `${timeOf(from)} --> ${timeOf(until)}\n${text}\n`)
  const length = String(seconds)
  await mkdir(join(folder, 'subtitles-he'), { recursive: true })
  await writeFile(join(folder, 'subtitles-he', '0.vtt'), `WEBVTT\n\n${cues.join('\n')}`)
  await writeFile(
    join(folder, 'subtitles-he', 'index.m3u8'),
    `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:${length}\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:${length},\n0.vtt\n#EXT-X-ENDLIST\n`,
  )
}

/** Names the sounds in the main playlist, says what each level really needs, and adds the subtitles. */
export async function finishMaster(folder: string): Promise<void> {
  const path = join(folder, 'master.m3u8')
  const lines = (await readFile(path, 'utf8')).split('\n')
  const sound = await peakOf(join(folder, 'he'))
  const finished: string[] = []
  for (const [index, line] of lines.entries()) {
    const level = lines[index + 1]?.split('/')[0] ?? ''
    finished.push(line.startsWith('#EXT-X-STREAM-INF') ? finishLevel(line, sound + (await peakOf(join(folder, level)))) : finishSound(line))
  }
  const at = finished.findIndex((line) => line.startsWith('#EXT-X-STREAM-INF'))
  await writeFile(path, finished.toSpliced(at, 0, SUBTITLES).join('\n'))
}

const SUBTITLES =
  '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subtitles",NAME="עברית",LANGUAGE="he",DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,URI="subtitles-he/index.m3u8"'

function finishLevel(line: string, bits: number): string {
  return `${line.replace(/BANDWIDTH=\d+/, `BANDWIDTH=${String(bits)}`)},SUBTITLES="subtitles"`
}

function finishSound(line: string): string {
  if (!line.startsWith('#EXT-X-MEDIA:TYPE=AUDIO')) return line
  if (!line.includes('he-description'))
    return line.replace(/NAME="[^"]*"/, 'NAME="עברית"').replace('DEFAULT=YES', 'DEFAULT=YES,AUTOSELECT=YES')
  const described = 'DEFAULT=NO,AUTOSELECT=NO,CHARACTERISTICS="public.accessibility.describes-video"'
  return line.replace(/NAME="[^"]*"/, 'NAME="תיאור קולי"').replace(/DEFAULT=[A-Z]+/, described)
}

/** Bits a second of the largest of a level's segments of four seconds. */
async function peakOf(folder: string): Promise<number> {
  const segments = (await readdir(folder)).filter((name) => name.endsWith('.m4s'))
  const sizes = await Promise.all(segments.map(async (name) => (await stat(join(folder, name))).size))
  return Math.ceil(Math.max(0, ...sizes) * 2)
}

function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 23)
}
