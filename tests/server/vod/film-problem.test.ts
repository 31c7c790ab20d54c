import { beforeAll, expect, test } from 'vitest'
import { renderSealedMail } from '#lib/server/messages/message-sealed.ts'
import { openSealed } from '#lib/server/outbox/outbox-sealed.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { reportFilm } from '#lib/server/vod/film-problem.ts'
import { aBrowser } from '#tests/support/checks/people.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { addFilms, aViewer, FILM } from '#tests/support/sold/films.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addFilms()
})

const REPORT = { what: 'sound', words: '', userAgent: 'x', caller: null } as const
const sent = async () =>
  (await database().query<{ count: number }>(`SELECT count(*)::int AS count FROM outbox WHERE kind = 'film problem'`)).rows[0]?.count

test('a problem is reported by who has a ticket to the film, five times an hour', async () => {
  const viewer = await aViewer()
  const refused = async (...[asked, report]: Parameters<typeof reportFilm>) => {
    const told = await reportFilm(asked, report)
    return told.ok ? undefined : told.refusal.code
  }
  const own = { visitor: viewer, vodId: FILM, resId: viewer.resId }
  expect(await refused({ ...own, visitor: await aBrowser() }, REPORT)).toBe('VOD_NOT_YOURS')
  expect(await refused({ ...own, visitor: { ...viewer, proof: 'header' } }, REPORT)).toBe('VOD_NOT_YOURS')
  expect(await refused({ ...own, vodId: 999 }, REPORT)).toBe('VOD_NOT_FOUND')
  expect(await sent()).toBe(0)
  for (let time = 1; time <= 5; time += 1) expect(await refused(own, REPORT)).toBeUndefined()
  expect(await refused(own, REPORT)).toBe('TOO_MANY_REQUESTS')
  expect(await sent()).toBe(5)
})

test('what a viewer writes of a problem stays text in its mail: an address is no button, a number no code', async () => {
  const viewer = await aViewer()
  const words = 'אין קול\nhttps://evil.example/film\n123456'
  expect(await reportFilm({ visitor: viewer, vodId: FILM, resId: viewer.resId }, { ...REPORT, words })).toMatchObject({ ok: true })
  const { rows } = await database().query<{ body: Buffer }>(
    `SELECT sealed_body AS body FROM outbox WHERE kind = 'film problem' ORDER BY created_at DESC LIMIT 1`,
  )
  const { html, text } = renderSealedMail(openSealed(rows[0]?.body ?? Buffer.alloc(0)))
  expect(text).toContain('https://evil.example/film')
  expect(html).toContain('123456')
  expect(html).not.toContain('href="https://evil.example')
  expect(html).not.toContain('font-size:34px')
})
