import pg from 'pg'
import { beforeEach, expect, it, vi } from 'vitest'
import { beginReading, catalogue, forgetCatalogue, knownCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { freshDatabase } from '#tests/support/database/database.ts'

beforeEach(async () => {
  await freshDatabase()
  await buildHouse({ rows: 2, seatsPerRow: 4, places: 4 })
  forgetCatalogue()
})

const asked = (words: string, calls: readonly unknown[][]) => calls.filter(([text]) => String(text).includes(words)).length

it('a shop that starts has asked for every part of the catalogue when it goes on, and its first visitor waits for those answers', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const connect = vi.spyOn(pg.Client.prototype, 'connect')
  await beginReading()
  expect(knownCatalogue()).toBeUndefined()
  for (const part of ['FROM presentation ', 'FROM feature ', 'FROM mini_site']) expect(asked(part, query.mock.calls)).toBe(1)
  expect((await catalogue()).presentations.size).toBeGreaterThan(0)
  expect(asked('FROM presentation ', query.mock.calls)).toBe(1)
  // A new connection takes the database longer than most parts do.
  expect(connect.mock.calls.length).toBeLessThanOrEqual(1)
  query.mockRestore()
  connect.mockRestore()
})

it('a catalogue that cannot be read keeps no shop from starting, and is read for whoever asks next', async () => {
  const query = vi.spyOn(database(), 'query').mockImplementationOnce(() => Promise.reject(new Error('away')) as never)
  await beginReading()
  query.mockRestore()
  expect((await catalogue()).presentations.size).toBeGreaterThan(0)
})
