import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getPresentation, listPresentations } from '#lib/contract/show/presentations.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { importCatalogue } from '#lib/server/import/import-catalogue.ts'
import { asFile, smallCatalogue } from '#tests/support/catalogue-files.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { drawing, PICTURES } from '#tests/support/pictures.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'

const MAP =
  '<script>alert(1)</script><img src="hall.png" usemap="#hall" onerror="alert(1)" width="80"><map name="hall"><area shape="circle" coords="10,10,500" href="#2" onclick="x()"></map>'
const SHOWING = { featureId: 1, venueId: 1, seatplanId: 1, start: '2030-05-06T20:30', prices: { hall: 1, lawn: 1 } }

let app: RunningApp
let visitor: TestVisitor
beforeAll(async () => {
  await freshDatabase()
  const outcome = await importCatalogue([
    asFile(
      smallCatalogue({
        pictures: [
          { name: 'view-1.svg', svg: drawing() },
          { name: 'hall.png', base64: PICTURES.png },
        ],
        presentations: [
          { id: 1, ...SHOWING, viewAreaFilename: 'view-{section}.svg', imageMapHtml: MAP },
          { id: 2, ...SHOWING },
          { id: 3, ...SHOWING, viewAreaFilename: 'hall.png', imageMapHtml: MAP },
          { id: 4, ...SHOWING, viewAreaFilename: 'hall.png' },
        ],
      }),
    ),
  ])
  expect(outcome.problems).toEqual([])
  // Simulates older data: an image map of a section that the plan no longer has.
  await database().query(`UPDATE presentation SET image_map_html = replace(image_map_html, '#2', '#9') WHERE presentation_id = 3`)
  app = await startApp()
  visitor = new TestVisitor(app.origin)
})
afterAll(() => app.stop())

async function presentation(id: number) {
  return readAnswer(getPresentation, await visitor.get(`/api/presentations/${String(id)}`)).presentation
}

describe('a presentation on the wire', () => {
  test('has its image map as a safe list, and as HTML made from that list', async () => {
    expect(await presentation(1)).toMatchObject({
      viewAreaFilename: 'view-{section}.svg',
      hasSectionViews: true,
      imageMap: { width: 80, height: 60, areas: [{ shape: 'circle', coords: [10, 10, 100], sectionId: 2, label: 'מדשאה' }] },
      imageMapHtml:
        '<img src="/api/presentations/1/picture" usemap="#venue" width="80" height="60" alt=""><map name="venue">' +
        '<area shape="circle" coords="10,10,100" href="#section-2" data-section="2" alt="מדשאה"></map>',
    })
  })

  test('has no image map without pictures', async () => {
    expect(await presentation(2)).toMatchObject({ imageMap: null, imageMapHtml: null, hasSectionViews: false, viewAreaFilename: null })
  })

  test('has no image map if the stored one is broken, and keeps everything else', async () => {
    expect(await presentation(3)).toMatchObject({ id: 3, imageMap: null, imageMapHtml: null, hasSectionViews: true, available: 62 })
    const { presentations } = readAnswer(listPresentations, await visitor.get('/api/presentations'))
    expect(presentations.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4])
  })
})

describe('a picture', () => {
  test.each([
    ['/api/presentations/1/view/1', 'image/svg+xml; charset=utf-8'],
    ['/api/presentations/3/view/2', 'image/png'],
    ['/api/presentations/1/picture', 'image/png'],
  ])('%s is served as %s, cannot run scripts and can be cached for hours', async (path, type) => {
    const answer = await fetch(app.origin + path)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=14400',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    })
    expect(answer.headers.getSetCookie()).toEqual([])
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (type === 'image/png') expect(bytes.toString('base64')).toBe(PICTURES.png)
    else expect(bytes.toString()).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 400 300">/)
  })

  test('is not sent again to a client that has it', async () => {
    const etag = (await visitor.get('/api/presentations/1/view/1')).headers.get('etag') ?? ''
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await visitor.get('/api/presentations/1/view/1', { 'if-none-match': tag })
      expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag])
    }
    expect((await visitor.get('/api/presentations/1/view/1', { 'if-none-match': '"x"' })).status).toBe(200)
  })

  test.each([
    ['of an unknown presentation', '/api/presentations/77/view/1'],
    ['of a section of no plan', '/api/presentations/1/view/9'],
    ['of a section of no plan, where one view serves all', '/api/presentations/3/view/9'],
    ['of a section without one', '/api/presentations/1/view/2'],
    ['of a presentation without views', '/api/presentations/2/view/1'],
    ['of no number', '/api/presentations/1/view/x'],
    ['by name', '/api/presentations/1/view/view-1.svg'],
    ['by path', '/api/presentations/1/view/..%2F..%2Fpicture'],
    ['of a number too large', '/api/presentations/1/view/99999999999'],
    ['of a negative number', '/api/presentations/1/view/-1'],
    ['of the venue of an unknown presentation', '/api/presentations/77/picture'],
    ['of a venue without one', '/api/presentations/2/picture'],
    ['of a venue with views only', '/api/presentations/4/picture'],
    ['of a broken map', '/api/presentations/3/picture'],
  ])('%s answers the same 404', async (_name, path) => {
    const { status, body } = await visitor.get(path)
    const unknown = await visitor.get('/api/presentations/77/view/1')
    expect([status, Reflect.get(Object(body), 'error')]).toEqual([404, 'NOT_FOUND'])
    expect(Reflect.get(Object(body), 'message')).toBe(Reflect.get(Object(unknown.body), 'message'))
  })

  test('is read-only', async () => {
    for (const path of ['/api/presentations/1/view/1', '/api/presentations/1/picture'])
      expect((await visitor.post(path, {})).status).toBe(405)
  })
})

test('logs a broken map once, however often it is requested', async () => {
  const own = await startApp()
  const guest = new TestVisitor(own.origin)
  for (let time = 0; time < 3; time++) expect((await guest.get('/api/presentations')).status).toBe(200)
  await guest.get('/api/presentations/3/picture')
  await own.stop()
  const lines = (await own.log).split('\n').filter((line) => line.includes('image map left out'))
  expect(lines).toEqual([expect.stringContaining('leads to section \\"9\\"')])
})
