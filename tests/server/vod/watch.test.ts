import { readFile } from 'node:fs/promises'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { beat, play, watchStateOf } from '#lib/server/vod/watch.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'
import { buildHouse, emptyHouse } from '#tests/support/buyers/house.ts'
import { aBrowser, type Person } from '#tests/support/checks/people.ts'
import { makeCustomer } from '#tests/support/buyers/customers.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { addFilms, ALONE, aViewer, FILM, LIVE, moveTicket, otherDeviceOf } from '#tests/support/sold/films.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addFilms()
})
beforeEach(emptyHouse)
afterEach(checkInvariants)

const press = (visitor: Visitor | undefined, { vodId = FILM, resId = null as string | null, replaces = null as string | null } = {}) =>
  play({ visitor, vodId, resId }, { name: 'Chrome · Linux', replaces })
const beatAt = (visitor: Visitor, position: number, isStopped = false) =>
  beat({ visitor, vodId: FILM, resId: null }, { position, isStopped })
const stateFor = (visitor: Visitor | undefined, resId: string | null = null) => watchStateOf({ visitor, vodId: FILM, resId })

async function codeOf(told: Promise<{ readonly ok: boolean; readonly refusal?: { readonly code: string } }>): Promise<string> {
  const { ok, refusal } = await told
  return ok ? 'ok' : (refusal?.code ?? '')
}

/** As many browsers of the buyer. */
async function devicesOf(viewer: Person, count: number): Promise<readonly Person[]> {
  const devices: Person[] = []
  for (let n = 0; n < count; n += 1) devices.push(await otherDeviceOf(viewer))
  return devices
}

/** Three orders of a film in one browser. */
async function threeOrders(viewer: Person): Promise<readonly [string, string, string]> {
  for (const more of [await aViewer(), await aViewer()])
    await database().query('UPDATE orders SET holder = $1 WHERE reservation_identifier = $2', [viewer.uuid, more.resId])
  const { rows } = await database().query<{ id: string }>('SELECT reservation_identifier AS id FROM orders')
  return rows.map(({ id }) => id) as [string, string, string]
}

describe('who watches', () => {
  const watchingOf = (told: Awaited<ReturnType<typeof press | typeof beatAt>>) => (told.ok ? told.value?.watching : told.refusal.code)

  test('is counted as a device begins and at every beat: not who left, not who was silent', async () => {
    const viewer = await aViewer()
    const second = await otherDeviceOf(viewer)
    expect(watchingOf(await press(viewer))).toBe(1)
    expect(watchingOf(await press(second))).toBe(2)
    expect(watchingOf(await beatAt(viewer, 1))).toBe(2)
    await beatAt(second, 1, true)
    expect(watchingOf(await beatAt(viewer, 2))).toBe(1)
    await press(second)
    await database().query(`UPDATE film_device SET seen_at = now() - interval '46 seconds' WHERE device = $1`, [second.uuid])
    expect(watchingOf(await beatAt(viewer, 3))).toBe(1)
    expect(watchingOf(await press(viewer))).toBe(1)
  })
})

describe('the window', () => {
  test('opens at the first play, not before, and runs for its hours', async () => {
    const viewer = await aViewer()
    expect(await stateFor(viewer)).toMatchObject({ state: 'ready', firstPlayedAt: null, endsAt: null })
    const first = await press(viewer)
    expect(first).toMatchObject({ ok: true, value: { manifest: expect.stringMatching(/^\/vod\/media\/[\w-]+\/master\.m3u8$/) as unknown } })
    expect(await cellOf(`SELECT ends_at = first_played_at + interval '48 hours' FROM film_ticket`)).toBe(true)
    const again = await press(viewer)
    expect(again.ok && first.ok && again.value.firstPlayedAt === first.value.firstPlayedAt).toBe(true)
    expect(await stateFor(viewer)).toMatchObject({ state: 'open', devices: [{ name: 'Chrome · Linux', isThis: true }] })
  })

  test('is over after its hours, and does not open after its days', async () => {
    const [watched, late] = [await aViewer(), await aViewer()]
    await press(watched)
    await moveTicket(watched, '-48 hours')
    expect(await codeOf(press(watched))).toBe('VOD_ENDED')
    expect(await codeOf(beatAt(watched, 3))).toBe('VOD_ENDED')
    expect(await stateFor(watched)).toMatchObject({ state: 'ended' })
    await moveTicket(late, '-30 days')
    expect(await codeOf(press(late))).toBe('VOD_TOO_LATE')
    expect(await stateFor(late)).toMatchObject({ state: 'late', firstPlayedAt: null })
  })

  test('opens once, however many devices press at once', async () => {
    const viewer = await aViewer()
    const devices = await devicesOf(viewer, 6)
    const ends = await Promise.all([viewer, ...devices].map((device) => press(device)))
    const firsts = new Set(ends.flatMap((end) => (end.ok ? [end.value.firstPlayedAt] : [])))
    expect(firsts.size).toBe(1)
    await expect(
      database().query(`UPDATE film_ticket SET first_played_at = now() + interval '1 s', ends_at = now() + interval '9 days'`),
    ).rejects.toThrow('first played once')
  })

  test('of a stream that is put off opens from its new start on, for as many days as were bought', async () => {
    const viewer = await aViewer(LIVE)
    const stateOfStream = () => watchStateOf({ visitor: viewer, vodId: LIVE, resId: null })
    const untilOf = (start: string) =>
      cellOf(`SELECT play_until = ${start} + interval '30 days' FROM film_ticket JOIN film USING (film_id)`)
    expect(await untilOf('starts_at')).toBe(true)
    await database().query(`UPDATE film SET starts_at = starts_at + interval '60 days' WHERE film_id = $1`, [LIVE])
    expect([await untilOf('starts_at'), (await stateOfStream()).state]).toEqual([true, 'startsIn'])
    // One that begins earlier than it was said to takes nothing of what was bought.
    await database().query(`UPDATE film SET starts_at = starts_at - interval '60 days' WHERE film_id = $1`, [LIVE])
    expect(await untilOf(`starts_at + interval '60 days'`)).toBe(true)
  })

  test('of a stream that was put off before its tickets followed is corrected, where it was not opened and had fewer days', async () => {
    const migration = await readFile('src/lib/server/platform/db/migrations/097-streams-put-off.sql', 'utf8')
    const tickets: readonly (readonly [vodId: number, days: number, isOpened?: boolean])[] = [
      ...[[LIVE, -30] as const, [LIVE, -30, true] as const, [LIVE, 60] as const, [LIVE, 30] as const],
      [FILM, 9],
    ]
    await database().query(`UPDATE film SET starts_at = now() + interval '2 days' WHERE film_id = $1`, [LIVE])
    for (const [vodId, days, isOpened = false] of tickets) {
      await aViewer(vodId)
      await database().query(
        `WITH bought AS (SELECT order_id FROM orders ORDER BY created_at DESC LIMIT 1),
           used AS (UPDATE order_item i SET used_at = now() FROM bought b WHERE i.order_id = b.order_id AND $2)
         UPDATE film_ticket t SET play_until = now() + $1::int * interval '1 day', first_played_at = CASE WHEN $2 THEN now() - interval '40 days' END,
           ends_at = CASE WHEN $2 THEN now() - interval '38 days' END
         FROM bought b WHERE t.order_id = b.order_id`,
        [days, isOpened],
      )
    }
    const daysLeft = async () => {
      const { rows } = await database().query<{ days: number }>(
        `SELECT round(extract(epoch FROM play_until - now()) / 86400)::int AS days FROM film_ticket JOIN orders USING (order_id) ORDER BY created_at`,
      )
      return rows.map(({ days }) => days)
    }
    expect(await daysLeft()).toEqual([-30, -30, 60, 30, 9])
    await database().query(migration)
    expect(await daysLeft()).toEqual([32, -30, 60, 32, 9])
    await database().query(migration)
    expect(await daysLeft()).toEqual([32, -30, 60, 32, 9])
  })

  test('does not open for a film whose folder is not there', async () => {
    const viewer = await aViewer()
    await database().query(
      `UPDATE film SET media = 'nowhere' WHERE film_id = ${String(FILM)}; UPDATE catalogue_version SET version = version + 1`,
    )
    const { forgetCatalogue } = await import('#lib/server/catalogue/catalogue.ts')
    forgetCatalogue()
    const told = await codeOf(press(viewer))
    await database().query(
      `UPDATE film SET media = 'demo-nine-minutes' WHERE film_id = ${String(FILM)}; UPDATE catalogue_version SET version = version + 1`,
    )
    forgetCatalogue()
    expect([told, await cellOf('SELECT count(first_played_at)::int FROM film_ticket')]).toEqual(['VOD_MEDIA_MISSING', 0])
  })
})

describe('devices', () => {
  test('as many as bought watch at once, one more only instead of another, which is told so', async () => {
    const viewer = await aViewer()
    const [second, third] = (await devicesOf(viewer, 2)) as [Person, Person]
    expect([await codeOf(press(viewer)), await codeOf(press(second)), await codeOf(press(third))]).toEqual(['ok', 'ok', 'VOD_DEVICE_LIMIT'])
    const { devices } = await stateFor(third)
    const other = devices.find(({ deviceId }) => deviceId !== devices[0]?.deviceId)
    expect(await codeOf(press(third, { replaces: other?.deviceId ?? '' }))).toBe('ok')
    expect(await codeOf(beatAt(second, 5))).toBe('VOD_REPLACED')
    expect([await codeOf(beatAt(viewer, 5)), await codeOf(beatAt(third, 5))]).toEqual(['ok', 'ok'])
    expect(await stateFor(third)).toMatchObject({ replacementsLeft: 19 })
  })

  test('one that stops, or is silent for three beats, makes room', async () => {
    const viewer = await aViewer(ALONE)
    const [second] = (await devicesOf(viewer, 1)) as [Person]
    const on = (device: Person) => press(device, { vodId: ALONE })
    expect([await codeOf(on(viewer)), await codeOf(on(second))]).toEqual(['ok', 'VOD_DEVICE_LIMIT'])
    await beat({ visitor: viewer, vodId: ALONE, resId: null }, { position: 1, isStopped: true })
    expect([await codeOf(on(second)), await codeOf(on(viewer))]).toEqual(['ok', 'VOD_DEVICE_LIMIT'])
    await database().query(`UPDATE film_device SET seen_at = now() - interval '46 seconds'`)
    expect(await codeOf(on(viewer))).toBe('ok')
  })

  test('are replaced a limited number of times', async () => {
    const viewer = await aViewer(ALONE)
    const [second] = (await devicesOf(viewer, 1)) as [Person]
    await press(viewer, { vodId: ALONE })
    await database().query('UPDATE film_ticket SET replacements = 20')
    const { devices } = await watchStateOf({ visitor: second, vodId: ALONE, resId: null })
    expect(await codeOf(press(second, { vodId: ALONE, replaces: devices[0]?.deviceId ?? '' }))).toBe('VOD_REPLACE_LIMIT')
  })

  test('of one visitor play two films at most; a third is told which they are, and begins once one of them is stopped for it', async () => {
    const viewer = await aViewer()
    const [first, second, third] = await threeOrders(viewer)
    const ends = []
    for (const resId of [first, second, third]) ends.push(await codeOf(press(viewer, { resId })))
    expect(ends).toEqual(['ok', 'ok', 'VOD_DEVICE_LIMIT'])
    const { elsewhere, devices } = await stateFor(viewer, third)
    const [oldest] = elsewhere
    const [watched] = (await stateFor(viewer, first)).devices
    expect([devices, elsewhere.length, oldest]).toEqual([
      [],
      2,
      { deviceId: watched?.deviceId, name: 'הצגת בדיקה', lastSeenAt: watched?.lastSeenAt },
    ])
    // Nothing is in the way of those that play.
    expect((await stateFor(viewer, first)).elsewhere).toEqual([])
    expect(await codeOf(press(viewer, { resId: third, replaces: 'another' }))).toBe('VOD_DEVICE_LIMIT')
    expect(await codeOf(press(viewer, { resId: third, replaces: oldest?.deviceId ?? '' }))).toBe('ok')
    const beatOf = (resId: string) => codeOf(beat({ visitor: viewer, vodId: FILM, resId }, { position: 1, isStopped: false }))
    expect([await beatOf(first), await beatOf(second), await beatOf(third)]).toEqual(['VOD_REPLACED', 'ok', 'ok'])
    expect(await stateFor(viewer, third)).toMatchObject({ elsewhere: [], replacementsLeft: 20 })
  })

  test('of one visitor stop a film for a third also if that has no device free: its devices are told next, and one of them may be replaced', async () => {
    const viewer = await aViewer()
    const [first, second, third] = await threeOrders(viewer)
    for (const device of await devicesOf(viewer, 2)) expect(await codeOf(press(device, { resId: third }))).toBe('ok')
    for (const resId of [first, second]) expect(await codeOf(press(viewer, { resId }))).toBe('ok')
    const [oldest] = (await stateFor(viewer, third)).elsewhere
    expect(await codeOf(press(viewer, { resId: third, replaces: oldest?.deviceId ?? '' }))).toBe('VOD_DEVICE_LIMIT')
    const { elsewhere, devices } = await stateFor(viewer, third)
    expect([elsewhere, devices.length]).toEqual([[], 2])
    expect(await codeOf(press(viewer, { resId: third, replaces: devices[0]?.deviceId ?? '' }))).toBe('ok')
    expect(await codeOf(beat({ visitor: viewer, vodId: FILM, resId: first }, { position: 1, isStopped: false }))).toBe('VOD_REPLACED')
  })

  test('of films that a customer watched who has signed out here tell nothing, though they count', async () => {
    const viewer = await aViewer()
    const [first, second, third] = await threeOrders(viewer)
    for (const resId of [first, second]) expect(await codeOf(press(viewer, { resId }))).toBe('ok')
    expect((await stateFor(viewer, third)).elsewhere).toHaveLength(2)
    await database().query('UPDATE orders SET customer_id = $1 WHERE reservation_identifier = ANY ($2)', [
      await makeCustomer(),
      [first, second],
    ])
    await database().query('UPDATE session SET orders_since = now() WHERE uuid = $1', [viewer.uuid])
    expect(await codeOf(press(viewer, { resId: third }))).toBe('VOD_DEVICE_LIMIT')
    expect((await stateFor(viewer, third)).elsewhere).toEqual([])
  })

  test('go on where another one stopped', async () => {
    const viewer = await aViewer()
    const [second] = (await devicesOf(viewer, 1)) as [Person]
    await press(viewer)
    await beatAt(viewer, 41.5)
    expect(await stateFor(second)).toMatchObject({ position: 41.5 })
    expect(await press(second)).toMatchObject({ ok: true, value: { position: 41.5 } })
    await beatAt(second, 9_999, true)
    expect(await stateFor(viewer)).toMatchObject({ position: 80 })
    // A place that is nearly the beginning is the beginning.
    await press(viewer)
    expect(await codeOf(beatAt(viewer, 1e-50))).toBe('ok')
    expect(await stateFor(second)).toMatchObject({ position: 0 })
  })
})

describe('whose it is', () => {
  test('by its order or without: another visitor sees and plays nothing of it', async () => {
    const viewer = await aViewer()
    const other = await aBrowser()
    expect(await stateFor(viewer, viewer.resId)).toMatchObject({ state: 'ready', resId: viewer.resId })
    for (const stranger of [other, { ...viewer, proof: 'header' } as const, undefined]) {
      expect(await stateFor(stranger, viewer.resId)).toMatchObject({ state: 'forSale', resId: null, devices: [] })
      expect(await codeOf(press(stranger, { resId: viewer.resId }))).toBe('VOD_NOT_YOURS')
    }
    expect(await codeOf(press(viewer, { resId: 'UNKNOWN-ORDER' }))).toBe('VOD_NOT_YOURS')
    expect(await codeOf(press(viewer, { vodId: ALONE }))).toBe('VOD_NOT_YOURS')
    expect(await codeOf(beatAt(other, 1))).toBe('VOD_NOT_YOURS')
  })
})
