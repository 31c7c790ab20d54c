import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sendTicket } from '#lib/server/friends/send-ticket.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { boughtBy, openCancelHouse } from '#tests/support/buyers/cancels.ts'
import type { Bought } from '#tests/support/buyers/changes.ts'
import { cellOf } from '#tests/support/database/database.ts'
import { untilWaiting } from '#tests/support/database/until-waiting.ts'
import { changeStatement } from '#tests/support/unsafe/changed-statement.ts'

const house = openCancelHouse()
let bought: Bought
let code = ''
let door: pg.PoolClient
beforeEach(async () => {
  bought = await boughtBy(house.noa)
  code = String(await cellOf('SELECT ticket_identifier FROM order_seat WHERE line = 0'))
  door = await database().connect()
})
afterEach(() => {
  door.release()
})

async function send(): Promise<string> {
  const { uuid, resId } = bought
  const sent = await sendTicket({ uuid, resId, ticketIdentifier: code }, { name: 'רון לוי', contact: '052-111-2233', locale: 'he' })
  return sent.ok ? 'sent' : sent.refusal.code
}

/** Scans the code that the buyer has printed. @returns whether it admits somebody */
async function scan(by = `ticket_identifier = '${code}'`): Promise<boolean> {
  const { rowCount } = await door.query(`UPDATE order_seat SET used_at = now() WHERE ${by} AND used_at IS NULL`)
  return rowCount === 1
}

const now = () =>
  cellOf(
    `SELECT json_build_object('used', (SELECT used_at IS NOT NULL FROM order_seat WHERE line = 0), 'sent', (SELECT count(*) FROM sent_ticket))`,
  )

/** Sends while the door has scanned the code and not committed yet. */
async function sendsBehindScan(): Promise<string> {
  await door.query('BEGIN')
  expect(await scan()).toBe(true)
  const sending = send()
  await untilWaiting()
  await door.query('COMMIT')
  return sending
}

/** Scans while the ticket is being sent, and not committed yet. */
async function scansBehindSending(by?: string): Promise<boolean> {
  const lock = await database().connect()
  await lock.query('BEGIN; LOCK TABLE sent_ticket IN SHARE MODE')
  const sending = send()
  await untilWaiting(1)
  const scanned = scan(by)
  await untilWaiting(2)
  await lock.query('COMMIT')
  lock.release()
  expect(await sending).toBe('sent')
  return scanned
}

describe('sending a ticket races with scanning its code', () => {
  test('a code that is being scanned is not sent: it is used', async () => {
    expect(await sendsBehindScan()).toBe('CONTACT_PROVIDER')
    expect(await now()).toEqual({ used: true, sent: 0 })
  })

  test('the code of a ticket that is being sent admits nobody', async () => {
    expect(await scansBehindSending()).toBe(false)
    expect(await now()).toEqual({ used: false, sent: 1 })
  })

  test('at the same moment, one of them has it', async () => {
    const ends = new Set<string>()
    for (let round = 0; round < 12; round++) {
      const later = new Promise((resolve) => setTimeout(resolve, round))
      const [sent, isIn] = await Promise.all([send(), later.then(() => scan())])
      expect([sent, isIn]).toEqual(isIn ? ['CONTACT_PROVIDER', true] : ['sent', false])
      ends.add(sent)
      await database().query('DELETE FROM sent_ticket; UPDATE order_seat SET used_at = NULL')
      code = String(await cellOf('SELECT ticket_identifier FROM order_seat WHERE line = 0'))
    }
    expect(ends).toContain('sent')
  })

  test('control: issued anew without asking whether it is used, a used ticket is sent; scanned by its line, the old code admits somebody', async () => {
    const undo = changeStatement('issue-anew', (text) => text.replace('AND used_at IS NULL', ''))
    expect(await sendsBehindScan().finally(undo)).toBe('sent')
    expect(await now()).toEqual({ used: true, sent: 1 })
    await database().query('DELETE FROM sent_ticket; UPDATE order_seat SET used_at = NULL')
    code = String(await cellOf('SELECT ticket_identifier FROM order_seat WHERE line = 0'))
    expect(await scansBehindSending('line = 0')).toBe(true)
  })
})
