import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CheckedLine } from '#lib/domain/cart/checked-line.ts'
import { rivalOrderOf } from '#lib/server/orders/place/rival-order.ts'
import { openBody } from '#lib/server/payments/payment-form-body.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { heldNow, holdsAll } from '#lib/server/sold/held.ts'
import { sellMore } from '#lib/server/sold/kinds.ts'
import type { HeldRules } from '#lib/server/sold/port/held-rules.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { parking } from '#tests/support/sold/parking.ts'

const PLACES = [{ place: 3 }, { place: 4 }]
const FORM = { form_id: randomUUID(), holder: randomUUID() }

describe('what a further kind holds before it is ordered', () => {
  const asked: unknown[] = []
  const held: HeldRules = {
    now: (uuid) => Promise.resolve(uuid === FORM.holder ? PLACES : []),
    covers: (uuid) => Promise.resolve(uuid === FORM.holder),
    rivals: (_client, form, places) => {
      asked.push({ form, places })
      return Promise.resolve(['unpaid', 'paid', 'paying'].map((state) => ({ order_id: state, state })))
    },
  }
  let endSale: () => void
  beforeAll(async () => {
    await freshDatabase()
    endSale = sellMore({ ...parking, held })
  })
  afterAll(() => {
    endSale()
  })

  it('is kept with a form under the name of its kind', async () => {
    expect(await heldNow(FORM.holder)).toEqual({ seat: [], parking: PLACES })
  })

  it('is looked for in orders by its kind, and a paid order counts before others', async () => {
    expect(await rivalOrderOf(database(), FORM, { parking: PLACES })).toEqual({ order_id: 'paid', state: 'paid' })
    expect(asked).toEqual([{ form: FORM, places: PLACES }])
    expect(await rivalOrderOf(database(), FORM, {})).toBeUndefined()
  })

  it('is missing where its kind says so', async () => {
    const lines = [{ kind: 'parking' }] as unknown as readonly CheckedLine[]
    expect(await holdsAll(FORM.holder, lines)).toBe(true)
    expect(await holdsAll(randomUUID(), lines)).toBe(false)
  })

  it('is a seat in a form that an earlier version has opened', () => {
    const seats = [{ presentationId: 1, seatId: 2 }]
    expect(openBody(encryptText(JSON.stringify({ held: seats }))).held).toEqual({ seat: seats })
    expect(openBody(encryptText(JSON.stringify({ held: { parking: PLACES } }))).held).toEqual({ parking: PLACES })
  })
})
