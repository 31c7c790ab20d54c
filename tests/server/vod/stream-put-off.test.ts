import type pg from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { openFilmTicket } from '#lib/server/vod/film-tickets.ts'
import { buildHouse, emptyHouse } from '#tests/support/buyers/house.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { untilWaiting } from '#tests/support/database/until-waiting.ts'
import { addFilms, aViewer, LIVE } from '#tests/support/sold/films.ts'

let importing: pg.PoolClient

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addFilms()
})
beforeEach(async () => {
  await emptyHouse()
  importing = await database().connect()
})
afterEach(async () => {
  await importing.query('ROLLBACK')
  importing.release()
  await checkInvariants()
})

/** Does what an import does that puts the stream off, which goes on with other things then. */
async function putOff(): Promise<void> {
  await importing.query('BEGIN')
  await importing.query(`UPDATE film SET starts_at = starts_at + interval '60 days' WHERE film_id = $1`, [LIVE])
}

/** Whether all tickets admit for thirty days from the start on. */
const areFollowed = () => cellOf(`SELECT bool_and(play_until = starts_at + interval '30 days') FROM film_ticket JOIN film USING (film_id)`)

/** The order of a ticket that is not paid yet. */
async function unpaidTicket(): Promise<string> {
  await aViewer(LIVE)
  return String(await cellOf('UPDATE film_ticket SET play_until = NULL RETURNING order_id'))
}

describe('while an import puts a stream off', () => {
  test('its tickets are locked by nobody, and one that is paid then follows as well', async () => {
    await aViewer(LIVE)
    await putOff()
    expect(await cellOf('SELECT count(*)::int FROM (SELECT FROM film_ticket FOR UPDATE SKIP LOCKED) AS free')).toBe(1)
    await aViewer(LIVE)
    await importing.query('COMMIT')
    expect(await areFollowed()).toBe(true)
  })

  test('a payment that is being settled as it commits is waited for, and its ticket follows', async () => {
    const orderId = await unpaidTicket()
    const paying = await database().connect()
    await paying.query('BEGIN')
    await openFilmTicket(paying, orderId)
    await putOff()
    const committed = importing.query('COMMIT')
    await Promise.race([committed, untilWaiting(1, 'COMMIT')])
    await paying.query('COMMIT')
    paying.release()
    await committed
    expect(await areFollowed()).toBe(true)
  })

  test('a payment that is settled as it commits waits for the new start', async () => {
    const orderId = await unpaidTicket()
    await putOff()
    await importing.query('SET CONSTRAINTS film_start_moved IMMEDIATE')
    const opened = inTransaction((client) => openFilmTicket(client, orderId))
    await Promise.race([opened, untilWaiting(1, 'start of film')])
    await importing.query('COMMIT')
    await opened
    expect(await areFollowed()).toBe(true)
  })
})
