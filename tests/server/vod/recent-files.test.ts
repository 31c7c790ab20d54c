import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { LentBytes } from '#lib/server/vod/lent-bytes.ts'
import { RecentFiles } from '#lib/server/vod/recent-files.ts'

const ROOM = { most: 10, mostOfOne: 6, block: 1 }

/** Reads by name, and counts. */
function counted() {
  const reads: string[] = []
  const files = new RecentFiles(ROOM, (path, parts) => {
    reads.push(path)
    if (path === 'gone') return Promise.reject(new Error('gone'))
    parts.forEach((part, n) => part.write(path.slice(n)))
    return Promise.resolve()
  })
  return { reads, ask: (path: string, size = 3, tag = '') => files.bytesOf(path, { size, tag }) }
}

const textOf = (lent: LentBytes | undefined) => Buffer.concat([...(lent?.parts ?? [])]).toString()

test('a file that several ask for is read once, and anew when it has changed', async () => {
  const { reads, ask } = counted()
  expect((await Promise.all([ask('one'), ask('one'), ask('one')])).map(textOf)).toEqual(['one', 'one', 'one'])
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
  expect(textOf(await files.bytesOf(path, { size: 5, tag: 'a' }))).toBe('12345')
  await expect(files.bytesOf(path, { size: 6, tag: 'b' })).rejects.toThrow(RangeError)
  await rm(folder, { recursive: true })
})

test('memory is used again when nobody has it any more, and not before', async () => {
  const { ask } = counted()
  const [held, also] = await Promise.all([ask('one'), ask('one')])
  for (const path of ['two', 'six', 'ten', 'red', 'sky']) (await ask(path))?.giveBack()
  expect(textOf(held)).toBe('one')
  held?.giveBack()
  held?.giveBack() // a second time counts for nobody else
  for (const path of ['cat', 'dog', 'cow', 'hen']) (await ask(path))?.giveBack()
  expect(textOf(also)).toBe('one')
  also?.giveBack()
  const before = new Set(also?.parts.map(({ buffer }) => buffer))
  const later = await Promise.all(['ant', 'bee', 'fly'].map(async (path) => ask(path)))
  expect(later.flatMap((lent) => lent?.parts ?? []).some(({ buffer }) => before.has(buffer))).toBe(true)
})
