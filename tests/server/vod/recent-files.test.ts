import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RecentFiles } from '#lib/server/vod/recent-files.ts'

const ROOM = { most: 10, mostOfOne: 6 }

/** Reads by name, and counts. */
function counted() {
  const reads: string[] = []
  const files = new RecentFiles(ROOM, (path) => {
    reads.push(path)
    return path === 'gone' ? Promise.reject(new Error('gone')) : Promise.resolve(Buffer.from(path))
  })
  return { reads, ask: (path: string, size = 3, tag = '') => files.bytesOf(path, { size, tag }) }
}

test('a file that several ask for is read once, and anew when it has changed', async () => {
  const { reads, ask } = counted()
  expect((await Promise.all([ask('one'), ask('one'), ask('one')])).map(String)).toEqual(['one', 'one', 'one'])
  await ask('one', 3, 'changed')
  expect(reads).toEqual(['one', 'one'])
})

test('no more is kept than there is room for: what was asked for longest ago goes first, and a large file is never kept', async () => {
  const { reads, ask } = counted()
  for (const path of ['one', 'two', 'six', 'one', 'ten', 'one', 'two']) await ask(path)
  expect(reads).toEqual(['one', 'two', 'six', 'ten', 'two'])
  expect(ask('large', 7)).toBeUndefined()
})

test('what could not be read is read again', async () => {
  const { reads, ask } = counted()
  for (let time = 0; time < 2; time++) await expect(ask('gone')).rejects.toThrow('gone')
  expect(reads).toHaveLength(2)
})

test('a file that was cut since it was looked at is not sent in part', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shura-recent-'))
  const path = join(folder, '0.m4s')
  await writeFile(path, '12345')
  const files = new RecentFiles(ROOM)
  expect(String(await files.bytesOf(path, { size: 5, tag: 'a' }))).toBe('12345')
  await expect(files.bytesOf(path, { size: 6, tag: 'b' })).rejects.toThrow(RangeError)
  await rm(folder, { recursive: true })
})
