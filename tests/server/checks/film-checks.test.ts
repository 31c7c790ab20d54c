import { resolve } from 'node:path'
import { beforeAll } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { readGrant, signGrant } from '#lib/server/vod/media-grant.ts'
import { forgetRights, mayWatch } from '#lib/server/vod/media-right.ts'
import { reportFilm } from '#lib/server/vod/film-problem.ts'
import { play, watchStateOf } from '#lib/server/vod/watch.ts'
import { FILM_CHECKS } from '#tests/support/checks/film-checks.ts'
import { aBrowser, withOldSecret, type Person } from '#tests/support/checks/people.ts'
import { testChecks } from '#tests/support/checks/test-checks.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { addFilms, aViewer, FILM } from '#tests/support/sold/films.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addFilms()
})

const DEVICE = { name: '', replaces: null }

/** A viewer who watches, with the order that is watched by. */
async function watching(): Promise<Person & { readonly orderId: string }> {
  const viewer = await aViewer()
  await play({ visitor: viewer, vodId: FILM, resId: null }, DEVICE)
  const { rows } = await database().query<{ id: string }>('SELECT order_id AS id FROM orders WHERE holder = $1', [viewer.uuid])
  const orderId = rows[0]?.id ?? ''
  forgetRights(orderId)
  return { ...viewer, orderId }
}

testChecks(FILM_CHECKS, {
  'a film is watched by its buyer': async () => {
    const { resId } = await aViewer()
    return (await play({ visitor: await aBrowser(), vodId: FILM, resId }, DEVICE)).ok
  },
  'a film that plays in the same browser is named to its buyer': async () => {
    const viewer = await watching()
    const other = await aViewer()
    await database().query('UPDATE orders SET holder = $1 WHERE holder = $2', [viewer.uuid, other.uuid])
    await play({ visitor: viewer, vodId: FILM, resId: other.resId }, DEVICE)
    const third = await aViewer()
    // Both stay with their buyer, who has left the browser to the buyer of the third.
    await database().query('UPDATE orders SET holder = CASE holder WHEN $1 THEN $2 ELSE $1 END WHERE holder IN ($1, $2)', [
      viewer.uuid,
      third.uuid,
    ])
    return (await watchStateOf({ visitor: viewer, vodId: FILM, resId: third.resId })).elsewhere.length > 0
  },
  'a film is played in a browser session, not by the name of one': async () => {
    const viewer = await aViewer()
    return (await play({ visitor: { ...viewer, proof: 'header' }, vodId: FILM, resId: null }, DEVICE)).ok
  },
  'a problem is reported in a browser session, not by the name of one': async () => {
    const viewer = await aViewer()
    const asked = { visitor: { ...viewer, proof: 'header' as const }, vodId: FILM, resId: null }
    return (await reportFilm(asked, { what: 'sound', words: '', userAgent: '', caller: null })).ok
  },
  'a problem is reported from our own pages': async () => {
    const url = new URL(`http://127.0.0.1/vod/${String(FILM)}/problem`)
    const headers = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' }
    const request = new Request(url, { method: 'POST', headers, body: 'what=sound' })
    const locals = { visitor: await aViewer(), locale: 'he' }
    const { openProblem } = (await import(resolve('src/pages/vod/_problem.ts'))) as {
      openProblem: (context: object) => Promise<object | undefined>
    }
    const answer = await openProblem({ request, url, locals, params: { vodId: String(FILM) }, clientAddress: '127.0.0.1' })
    return answer !== undefined && 'goTo' in answer
  },
  'media is read by the session that it was signed for': async () => {
    const viewer = await watching()
    const signed = signGrant({ orderId: viewer.orderId, vodId: FILM }, viewer.sidHash)
    return readGrant(signed, withOldSecret(viewer).sidHash) !== undefined
  },
  'media is read by a session that has a place': async () => {
    const { orderId } = await watching()
    return mayWatch({ orderId, vodId: FILM }, (await aBrowser()).sidHash)
  },
  'media is read as long as the order is the own one': async () => {
    const { orderId, sidHash } = await watching()
    await database().query('UPDATE orders SET holder = $2 WHERE order_id = $1', [orderId, (await aBrowser()).uuid])
    return mayWatch({ orderId, vodId: FILM }, sidHash)
  },
})
