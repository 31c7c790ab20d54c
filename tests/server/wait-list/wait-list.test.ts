import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { UNTIMED_FEATURE_TYPE } from '#lib/domain/catalogue/catalogue.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { sweep } from '#lib/server/operations/sweep.ts'
import { joinWaitList } from '#lib/server/wait-list/join-wait-list.ts'
import { tellWaiting } from '#lib/server/wait-list/tell-waiting.ts'
import { leaveWaitList, waitRequestOf } from '#lib/server/wait-list/wait-request.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, emptyHouse } from '#tests/support/buyers/house.ts'
import {
  freeSoldSeats,
  linkKeyOf,
  ageWaitList,
  seen,
  sellOut,
  notifyAfterAMinute,
  notifiedContacts,
  waitMessages,
} from '#tests/support/buyers/wait-list.ts'

const [NOA, DAN, TAL] = ['0547314821', 'dan@example.com', '0521112233']
const MINUTE = 60

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 2, seatsPerRow: 5, places: 3, maxSeats: 6 })
})
beforeEach(async () => {
  await database().query('DELETE FROM wait_list')
  await database().query(
    `UPDATE presentation SET starts_at = now() + interval '3 days', is_cancelled = false, sale_opens_at = NULL, soldout = false`,
  )
  await database().query('UPDATE catalogue_version SET version = version + 1')
  forgetCatalogue()
  await emptyHouse()
  await sellOut()
})
afterEach(checkInvariants)

/** Changes the presentation, as an import does. */
async function showing(change: string): Promise<void> {
  await database().query(`UPDATE presentation SET ${change}; UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
}

const WISH = { presentationId: 1, quantity: 2, isConsented: true, locale: 'he' } as const
const join = (contact: string, more: Partial<Parameters<typeof joinWaitList>[0]> = {}) => joinWaitList({ ...WISH, contact, ...more })

describe('the waiting list tells', () => {
  test('the first for whom enough seats are free, once, by SMS or mail', async () => {
    await join(NOA)
    await join(DAN)
    expect(await notifyAfterAMinute()).toEqual([])
    await freeSoldSeats(2)
    expect(await notifyAfterAMinute()).toEqual([NOA])
    await ageWaitList(MINUTE)
    await tellWaiting()
    expect(await notifiedContacts()).toEqual([NOA])
    const [said] = await waitMessages('seats free')
    expect(said?.text).toContain('התפנו מושבים: הצגת בדיקה')
    expect(said?.text).toContain('הם לא שמורים')
  })

  test('the next one ten minutes after the message was sent, by the database’s clock, if seats are still free', async () => {
    await join(NOA)
    await join(DAN)
    await join(TAL)
    await freeSoldSeats(2)
    expect(await notifyAfterAMinute()).toEqual([NOA])
    await ageWaitList(8 * MINUTE)
    expect(await notifyAfterAMinute()).toEqual([NOA])
    await ageWaitList(MINUTE)
    expect(await notifyAfterAMinute()).toEqual([NOA, DAN])
    await sellOut()
    await ageWaitList(11 * MINUTE)
    expect(await notifyAfterAMinute()).toEqual([NOA, DAN])
  })

  test('nobody else while a message is unsent, but does not wait for one that never will be', async () => {
    await join(NOA)
    await join(DAN)
    await freeSoldSeats(2)
    await notifyAfterAMinute()
    await database().query(`UPDATE outbox SET state = 'queued', sent_at = NULL WHERE kind = 'seats free'`)
    await ageWaitList(30 * MINUTE)
    expect(await notifyAfterAMinute()).toEqual([NOA])
    await database().query(`UPDATE outbox SET state = 'failed' WHERE kind = 'seats free'`)
    expect(await notifyAfterAMinute()).toEqual([NOA, DAN])
  })

  test('others at the same time if there are seats for them too, and those who want fewer', async () => {
    await join(NOA, { quantity: 6 })
    await join(DAN, { quantity: 3 })
    await join(TAL, { quantity: 2 })
    await freeSoldSeats(5)
    expect((await notifyAfterAMinute()).toSorted()).toEqual([TAL, DAN])
    expect(await cellOf(`SELECT quantity FROM wait_list WHERE state = 'waiting'`)).toBe(6)
  })

  test('nobody about seats that do not stay free, wheelchair places and seats that are not for sale', async () => {
    await join(NOA)
    await freeSoldSeats(2)
    await seen()
    await tellWaiting()
    await sellOut()
    await seen()
    await tellWaiting()
    await freeSoldSeats(2)
    await ageWaitList(MINUTE)
    await seen()
    await tellWaiting()
    expect(await notifiedContacts()).toEqual([])
    await database().query(`UPDATE seat SET features = '{10}' WHERE NOT EXISTS (SELECT FROM seat_claim c WHERE c.seat_id = seat.seat_id)`)
    expect(await notifyAfterAMinute()).toEqual([])
    await database().query(`UPDATE seat SET features = '{}'`)
    expect(await notifyAfterAMinute()).toEqual([NOA])
  })

  test('each once and in order, however many processes look at the list at once', async () => {
    await join(NOA)
    await join(DAN)
    await freeSoldSeats(4)
    await seen()
    await tellWaiting()
    await ageWaitList(MINUTE)
    await Promise.all(Array.from({ length: 6 }, () => tellWaiting()))
    expect((await notifiedContacts()).toSorted()).toEqual([NOA, DAN].toSorted())
  })

  test('nobody while the presentation is flagged sold out, and starts the minute anew afterwards', async () => {
    await join(NOA)
    await freeSoldSeats(2)
    await seen()
    await tellWaiting()
    await ageWaitList(MINUTE)
    await showing('soldout = true')
    await tellWaiting()
    await showing('soldout = false')
    await tellWaiting()
    expect(await notifiedContacts()).toEqual([])
    expect(await notifyAfterAMinute()).toEqual([NOA])
  })
})

describe('joining', () => {
  test('is confirmed with a link to leave; what is stored names nobody', async () => {
    expect((await join(' 054-731 4821 ')).ok).toBe(true)
    const [said, ...more] = await waitMessages('wait list')
    expect([said?.channel, said?.to, more.length]).toEqual(['sms', NOA, 0])
    const row = JSON.stringify((await database().query('SELECT * FROM wait_list')).rows)
    expect(row).not.toContain(NOA)
    expect(row).not.toContain(linkKeyOf(said ?? { text: '' }))
    expect(await waitRequestOf(linkKeyOf(said ?? { text: '' }))).toMatchObject({ state: 'waiting', quantity: 2 })
  })

  test('again answers the same, changes nothing and sends nothing', async () => {
    const first = await join(DAN)
    await join(TAL)
    expect(await join('DAN@example.com', { quantity: 5 })).toEqual(first)
    expect((await waitMessages('wait list')).map(({ to }) => to)).toEqual([DAN, TAL])
    expect(await cellOf('SELECT array_agg(quantity ORDER BY place) FROM wait_list')).toEqual([2, 2])
  })

  test('twice at once counts once', async () => {
    await Promise.all(Array.from({ length: 6 }, () => join(NOA)))
    expect(await cellOf('SELECT count(*)::int FROM wait_list')).toBe(1)
    expect(await waitMessages('wait list')).toHaveLength(1)
  })

  test('in another language is answered in it', async () => {
    await join(DAN, { locale: 'ru' })
    expect((await waitMessages('wait list'))[0]?.subject).toMatch(/^Сообщим, когда освободятся места/)
  })

  test.each([
    ['no contact', { contact: 'nobody' }, 'FORM_INVALID'],
    ['more tickets than are sold at once', { quantity: 7 }, 'FORM_INVALID'],
    ['no tickets', { quantity: 0 }, 'FORM_INVALID'],
    ['half a ticket', { quantity: 1.5 }, 'FORM_INVALID'],
    ['no consent', { isConsented: false }, 'FORM_INVALID'],
    ['no presentation', { presentationId: 99 }, 'NOT_FOUND'],
  ])('is refused with %s and stores nothing', async (_what, wish, code) => {
    expect(await join(NOA, wish)).toMatchObject({ ok: false, refusal: { code } })
    expect(await cellOf('SELECT count(*)::int FROM wait_list')).toBe(0)
  })

  test.each([
    ['that is not on sale yet', `sale_opens_at = now() + interval '1 day'`, 'SALE_NOT_OPEN'],
    ['that is called off', 'is_cancelled = true', 'SALE_CLOSED'],
    ['that has begun', `starts_at = now() - interval '1 minute'`, 'SALE_CLOSED'],
  ])('is refused for a show %s, whose requests end too', async (_what, change, code) => {
    await join(DAN)
    const [said] = await waitMessages('wait list')
    await showing(change)
    expect(await join(NOA)).toMatchObject({ refusal: { code } })
    expect((await waitRequestOf(linkKeyOf(said ?? { text: '' }))) === undefined).toBe(code === 'SALE_CLOSED')
  })

  test('is limited per contact, even if it leaves in between', async () => {
    for (let at = 0; at < 10; at++) {
      await join(NOA)
      await leaveWaitList(linkKeyOf((await waitMessages('wait list')).at(-1) ?? { text: '' }))
    }
    expect(await join(NOA)).toMatchObject({ ok: false, refusal: { code: 'TOO_MANY_REQUESTS' } })
    expect((await join(DAN)).ok).toBe(true)
  })
})

describe('leaving', () => {
  test('deletes the contact and gives the turn to the next', async () => {
    await join(NOA)
    await join(DAN)
    await freeSoldSeats(2)
    await notifyAfterAMinute()
    const key = linkKeyOf((await waitMessages('seats free'))[0] ?? { text: '' })
    expect(await waitRequestOf(key)).toMatchObject({ state: 'told', minutesLeft: 10 })
    await leaveWaitList(key)
    expect(await waitRequestOf(key)).toMatchObject({ state: 'left', minutesLeft: 0 })
    expect(await notifyAfterAMinute()).toEqual([NOA, DAN])
    expect(await cellOf('SELECT count(sealed)::int FROM wait_list')).toBe(0)
  })

  test('before one’s turn means that no message comes', async () => {
    await join(NOA)
    await leaveWaitList(linkKeyOf((await waitMessages('wait list'))[0] ?? { text: '' }))
    await freeSoldSeats(2)
    expect(await notifyAfterAMinute()).toEqual([])
  })

  test('needs the key of the link', async () => {
    await join(NOA)
    for (const key of ['', 'x'.repeat(16), '%00', String(await cellOf('SELECT wait_id FROM wait_list'))]) {
      await leaveWaitList(key)
      expect(await waitRequestOf(key)).toBeUndefined()
    }
    expect(await cellOf('SELECT state FROM wait_list')).toBe('waiting')
  })
})

test.each(['is_cancelled = true', `starts_at = now() - interval '1 minute'`])('ends requests with the show: %s', async (what) => {
  await join(NOA)
  await database().query(`UPDATE presentation SET ${what}`)
  await sweep()
  expect(await cellOf('SELECT count(*)::int FROM wait_list')).toBe(0)
})

test('lets requests for an untimed presentation wait until its day is over', async () => {
  await join(NOA)
  await database().query('UPDATE feature SET feature_type_id = $1', [UNTIMED_FEATURE_TYPE])
  const left = async (minutes: number) => {
    await showing(`starts_at = date_trunc('day', now(), 'Asia/Jerusalem') - interval '${String(minutes)} minutes'`)
    await sweep()
    return cellOf('SELECT count(*)::int FROM wait_list')
  }
  try {
    expect([await left(0), await left(1)]).toEqual([1, 0])
  } finally {
    await database().query('UPDATE feature SET feature_type_id = DEFAULT')
  }
})
