import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { projectFile } from '#lib/server/platform/config/project-file.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { filmsFromTerminal, readCommand } from '#lib/server/operations/vod/cli.ts'
import { nameOf } from '#lib/server/operations/vod/film-folders.ts'
import { filmsFolder } from '#lib/server/vod/media-folder.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { addFilms } from '#tests/support/sold/films.ts'
import { ownFilms } from '#tests/support/sold/own-films.ts'

const READY = projectFile('src/lib/demo/films/demo-dusk-quartet')
const HAS_FFMPEG = spawnSync('ffmpeg', ['-version']).status === 0

let folder: string
beforeAll(async () => {
  await freshDatabase()
  await ownFilms()
  await buildHouse()
  await addFilms()
  folder = await mkdtemp(join(tmpdir(), 'films-'))
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => rm(filmsFolder(), { recursive: true, force: true }))

async function type(...args: readonly string[]): Promise<{ readonly code: number; readonly lines: readonly string[] }> {
  const lines: string[] = []
  const write = (line: string) => lines.push(line)
  return { code: await filmsFromTerminal(readCommand(args), { say: write, complain: write }), lines }
}

describe('npm run vod', () => {
  test('takes a folder of HLS as it is, lists it and removes it', async () => {
    expect(await type('add', READY, '--as', 'quartet')).toEqual({ code: 0, lines: [`${READY}: added as quartet`] })
    expect(await type('list')).toEqual({ code: 0, lines: ['quartet  00:01:16, subtitles: 1, sounds: 1'] })
    expect((await type('add', READY, '--as', 'quartet')).lines[0]).toContain('There is a film quartet already')
    expect(await type('remove', 'quartet')).toEqual({ code: 0, lines: ['quartet is removed.'] })
    expect(await type('list')).toEqual({ code: 0, lines: ['There are no films yet.'] })
  })

  test('keeps what a catalogue names', async () => {
    await type('add', READY, '--as', 'quartet')
    await database().query(`UPDATE film SET media = 'quartet' WHERE film_id = 101`)
    expect(await type('remove', 'quartet')).toMatchObject({ code: 1, lines: [expect.stringContaining('presentation 101')] })
    await database().query(`UPDATE film SET media = 'demo-nine-minutes' WHERE film_id = 101`)
  })

  test('refuses what cannot be played, and leaves nothing behind', async () => {
    const text = join(folder, 'text.mp4')
    await writeFile(text, 'no film')
    for (const file of [folder, text, join(folder, 'nowhere.mp4')]) expect((await type('add', file, '--as', 'broken')).code).toBe(1)
    expect(await readdir(filmsFolder()).catch(() => [])).toEqual([])
  })

  test('leaves a film alone whose name goes on where that of a new one ends', async () => {
    for (const name of ['quartet-part', 'quartet']) expect((await type('add', READY, '--as', name)).code).toBe(0)
    expect((await type('list')).lines.map((line) => line.split(' ')[0])).toEqual(['quartet', 'quartet-part'])
  })

  test('refuses the name of a folder in which a film is made', async () => {
    expect((await type('add', READY, '--as', 'unfinished-0123456789abcdef')).code).toBe(1)
    expect((await type('list')).lines).toEqual(['There are no films yet.'])
  })

  test('takes a name that is as long as it may be, wherever its hyphen stands', async () => {
    const name = `abcde-${'x'.repeat(54)}`
    expect(await type('add', READY, '--as', name)).toEqual({ code: 0, lines: [`${READY}: added as ${name}`] })
  })

  test.each([
    [[]],
    [['add']],
    [['add', 'a', 'b', '--as', 'c']],
    [['remove']],
    [['remove', 'a', 'b']],
    [['list', 'a']],
    [['list', '--as', 'a']],
    [['make']],
  ])('explains itself: %j', async (args) => {
    expect(await type(...args)).toMatchObject({ code: 2, lines: [expect.stringContaining('Usage')] })
  })

  test.each([
    ['My Film (2026).mp4', 'my-film-2026'],
    ['../x/סרט.mp4', ''],
    ['A'.repeat(80), 'a'.repeat(60)],
  ])('names %s %j', (file, name) => {
    expect(nameOf(file)).toBe(name)
  })

  test.runIf(HAS_FFMPEG)('encodes a film by ffmpeg, with progress, levels, a sound and a still', { timeout: 60_000 }, async () => {
    const file = join(folder, 'colours.mp4')
    const made = [
      '-f',
      'lavfi',
      '-i',
      'testsrc=size=640x480:rate=10:duration=9',
      '-f',
      'lavfi',
      '-i',
      'sine=duration=9',
      '-y',
      '-loglevel',
      'error',
      file,
    ]
    expect(spawnSync('ffmpeg', made).status).toBe(0)
    const { code, lines } = await type('add', file)
    expect([code, lines.at(-1)]).toEqual([0, `${file}: added as colours`])
    expect(lines.filter((line) => line.endsWith(' %')).length).toBeGreaterThan(0)
    expect((await readdir(join(filmsFolder(), 'colours'))).toSorted()).toEqual(['360', '480', 'master.m3u8', 'poster.jpg', 'sound'])
    expect((await type('list')).lines).toEqual(['colours  00:00:09, subtitles: 0, sounds: 1'])
  })
})
