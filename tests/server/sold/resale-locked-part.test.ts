import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eveningsShown } from '#lib/server/orders/evenings/evenings-shown.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { newVisitor, seatOn } from '#tests/support/buyers/changes.ts'
import { fromHere } from '#tests/support/buyers/house.ts'
import { RESALE_CHECKS } from '#tests/support/checks/resale-checks.ts'
import { testChecks } from '#tests/support/checks/test-checks.ts'
import { cellOf, checkInvariants } from '#tests/support/database/database.ts'
import { addEnrolments, ticketsSold } from '#tests/support/sold/enrolments.ts'
import { allowResale, buysSingle, CREDIT, givesBack, subscribes, takesBack } from '#tests/support/sold/resales.ts'
import { askStaff } from '#tests/support/staff/ask-staff.ts'
import { aStaffMember, type StaffPerson } from '#tests/support/staff/staff.ts'

/** The allocation of date 11, which the broker has. */
const PART = 2
const RESERVATION = /^.{20}$/

const house = openCancelHouse()
let broker: StaffPerson
/** The visitor of the broker's browser. */
let uuid: string
beforeAll(async () => {
  await addEnrolments(2)
  await allowResale()
  await database().query('UPDATE presentation_price SET allocation_id = $1 WHERE presentation_id = 11', [PART])
  await database().query('UPDATE catalogue_version SET version = version + 1')
  forgetCatalogue()
})
beforeEach(async () => {
  await database().query('DELETE FROM broker_part; DELETE FROM seat_keep')
  broker = await aStaffMember({ role: 'broker', allocationIds: [PART] })
  uuid = await newVisitor()
  await subscribes(house.noa)
})

async function ask(act: 'save' | 'lock' | 'unlock'): Promise<void> {
  const { status, body } = await askStaff(broker, `/broker/presentations/11/${act}`, { method: 'POST', headers: { uuid } })
  expect([status, body]).toEqual([200, expect.anything()])
}

async function locksPart(): Promise<void> {
  await ask('save')
  await ask('lock')
}

const takes = async (visitor: string = randomUUID()) => (await lock(seatOn(11, 3), fromHere(visitor))).ok
const states = () => cellOf(`SELECT string_agg(state, ' ' ORDER BY resale_id) FROM resale`)
const shown = async () => (await eveningsShown(house.noa.customerId)).find(({ presentationId }) => presentationId === 11)?.state
const comesIn = () => database().query('UPDATE order_seat SET used_at = now() WHERE membership_line IS NOT NULL AND presentation_id = 11')

describe('R6.26 an evening of a part that a broker has locked', () => {
  test('is sold by the broker alone when it is given back, and credited with that', async () => {
    await locksPart()
    expect(await givesBack(house.noa, 11, CREDIT)).toBeUndefined()
    expect([await takes(), await buysSingle()]).toEqual([false, 'SEAT_NOT_AVAILABLE'])
    await checkInvariants()
    expect(await buysSingle(3, 11, uuid)).toMatch(RESERVATION)
    expect(await states()).toBe('sold')
    expect(await cellOf(`SELECT json_agg(balance) FROM system_voucher WHERE customer_id = $1`, [house.noa.customerId])).toEqual([CREDIT])
  })

  test('given back before or after the lock, is the broker’s until that ends: its subscriber takes it back then, and others buy it', async () => {
    expect(await givesBack(house.noa)).toBeUndefined()
    await locksPart()
    expect([await takesBack(house.noa), await shown()]).toEqual(['SEAT_NOT_AVAILABLE', 'held'])
    expect(await ticketsSold()).toContain('11-1003: free')
    await ask('unlock')
    expect([await shown(), await takesBack(house.noa), await shown()]).toEqual(['offered', undefined, 'mine'])
    await ask('lock')
    expect([await givesBack(house.noa), await takesBack(house.noa)]).toEqual([undefined, 'SEAT_NOT_AVAILABLE'])
    await ask('unlock')
    expect(await takes()).toBe(true)
  })

  test('lets its subscriber in who comes with the ticket before it is sold, which is no sale of the part', async () => {
    await locksPart()
    await givesBack(house.noa)
    await database().query(`UPDATE seat_keep SET kept_at = now() - interval '1 minute'`)
    await database().query(`UPDATE orders SET sold_at = now() - interval '2 minutes' WHERE state = 'paid'`)
    await comesIn()
    expect([await states(), await takes(uuid)]).toEqual(['taken_back', false])
  })
})

testChecks(RESALE_CHECKS, {
  'a seat of a locked part stays its broker’s when it is offered': async () => {
    await locksPart()
    await ask('unlock')
    await takesBack(house.noa)
    await ask('lock')
    await givesBack(house.noa)
    return takes()
  },
  'a seat that staff keep is not taken back': async () => {
    await givesBack(house.noa)
    await locksPart()
    return (await takesBack(house.noa)) === undefined
  },
})
