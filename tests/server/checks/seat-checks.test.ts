import { beforeAll } from 'vitest'
import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import { claimGroup, claimPlaces, heldBy } from '#lib/server/seats/best/best-claims.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { cartToPay } from '#lib/server/orders/cart/carts.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { rivalOrderOf } from '#lib/server/orders/place/rival-order.ts'
import { openBody } from '#lib/server/payments/payment-form-body.ts'
import { openPaymentForm } from '#lib/server/orders/commit/payment-form.ts'
import { planOf } from '#lib/server/catalogue/seatplans.ts'
import { extendHolds, heldNow, holdTimer } from '#lib/server/seats/claims/holds.ts'
import { lock, unlock } from '#lib/server/seats/claims/seats.ts'
import { aBrowser, aSeat } from '#tests/support/checks/people.ts'
import { isOrderedByItself, payInForm } from '#tests/support/checks/paid-forms.ts'
import { SEAT_CHECKS } from '#tests/support/checks/seat-checks.ts'
import { keepForSubscribers } from '#tests/support/seats/kept.ts'
import { testChecks } from '#tests/support/checks/test-checks.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, cartOf, fromHere, PLACE, prepareCard } from '#tests/support/buyers/house.ts'
import { buyerHolding } from '#tests/support/buyers/vouchers.ts'

/** ₪100 + ₪5 + ₪7 */
const DUE = 11_200

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 40, places: 500 })
})

/** A seat that somebody holds, and another visitor. */
async function heldByOther(): Promise<{ readonly seat: SeatAddress; readonly holder: string; readonly uuid: string }> {
  await database().query(`DELETE FROM seat_claim WHERE state = 'H'`)
  const seat = aSeat()
  return { seat, holder: await buyerHolding([seat]), uuid: (await aBrowser()).uuid }
}

async function extendFor(uuid: string): Promise<string> {
  const extended = await extendHolds(uuid)
  return extended.ok ? 'extended' : extended.refusal.code
}

async function onlyPresentation(): Promise<Presentation> {
  const presentation = (await catalogue()).presentations.get(1)
  if (!presentation) throw new Error('There is no presentation 1.')
  return presentation
}

/** Asks for two seats together while somebody holds the second one. */
async function claimTaken(): Promise<{ readonly uuid: string; readonly claimed: readonly number[] | null }> {
  await database().query(`DELETE FROM seat_claim WHERE state = 'H'`)
  const [free, taken] = [aSeat(), aSeat()]
  await buyerHolding([taken])
  const { uuid } = await aBrowser()
  const presentation = await onlyPresentation()
  const group = [free, taken].map(({ XCoordinate: x, YCoordinate: y }) => (y ?? 0) * 1000 + (x ?? 0))
  return { uuid, ...(await claimGroup({ presentation, planVersion: 'v1', holder: fromHere(uuid), dropped: [] }, [group])) }
}

/** The hold of a paid form has ended and somebody else holds the seat. */
async function paidTooLate(address: SeatAddress): Promise<string> {
  const { uuid } = await payInForm(address)
  await database().query(`UPDATE seat_claim SET expires_at = now() WHERE holder = $1`, [uuid])
  const other = (await aBrowser()).uuid
  const locked = await lock(address, fromHere(other))
  if (!locked.ok) throw new Error(locked.refusal.code)
  return uuid
}

testChecks(
  SEAT_CHECKS,
  {
    'own seats are bought': async () => {
      const { seat, uuid } = await heldByOther()
      return (await commit(uuid, { cart: cartOf([seat], await prepareCard(uuid, DUE)) }, 'he')).ok
    },
    'own seats are put into the cart': async () => (await cartToPay((await heldByOther()).uuid)).seats.length > 0,
    'a form is opened for own seats': async () => {
      await heldByOther()
      const own = await buyerHolding([aSeat()])
      await openPaymentForm({ uuid: own, locale: 'he', origin: 'http://127.0.0.1:9' }, { method: 'card' })
      const { rows } = await database().query<{ body: Buffer }>('SELECT body FROM payment_form WHERE holder = $1 AND body IS NOT NULL', [
        own,
      ])
      return rows[0] !== undefined && (openBody(rows[0].body).held.seat ?? []).length > 1
    },
    'an own seat is looked for to be freed': async () => {
      const { seat, uuid } = await heldByOther()
      return (await unlock(seat, uuid)).ok
    },
    'an own seat is freed': async () => {
      const { seat, uuid } = await heldByOther()
      return (await unlock(seat, uuid)).ok
    },
    'the time left is of own seats': async () => {
      const { holder, uuid } = await heldByOther()
      await database().query(`UPDATE seat_claim SET expires_at = now() + interval '60 seconds' WHERE holder = $1`, [holder])
      return (await holdTimer(1, uuid))?.timeInSeconds !== 600
    },
    'the wait after a hold is of own holds': async () => {
      const { holder, uuid } = await heldByOther()
      await database().query(`DELETE FROM seat_claim WHERE holder = $1`, [holder])
      await database().query(`INSERT INTO past_hold (presentation_id, holder, ended_at, extended) VALUES (1, $1, now(), false)`, [holder])
      return (await holdTimer(1, uuid))?.waitInSeconds !== 0
    },
    'what is held now is one’s own': async () => (await heldNow((await heldByOther()).uuid)) !== undefined,
    'own seats are looked for to be extended': async () => (await extendFor((await heldByOther()).uuid)) !== 'HOLD_EXPIRED',
    'own seats are extended': async () => (await extendFor((await heldByOther()).uuid)) === 'extended',
    'own seats are kept when best ones are chosen': async () => (await heldBy((await heldByOther()).uuid, [1])).size > 0,
    'an order that was made twice is the visitor’s own': async () => {
      const { seat, holder, uuid } = await heldByOther()
      await commit(holder, { cart: cartOf([seat], await prepareCard(holder, DUE)) }, 'he')
      const { rows } = await database().query<{ presentationId: number; seatId: number }>(
        `SELECT presentation_id AS "presentationId", seat_id AS "seatId" FROM order_seat JOIN orders USING (order_id) WHERE holder = $1`,
        [holder],
      )
      return (
        (await inTransaction((client) => rivalOrderOf(client, { form_id: crypto.randomUUID(), holder: uuid }, { seat: rows }))) !==
        undefined
      )
    },
    'so many places as were wanted, or none': async () => {
      const { uuid } = await heldByOther()
      const presentation = await onlyPresentation()
      const section = (await planOf(presentation.seatplanId))?.sectionsById.get(2)
      if (!section) throw new Error('There is no lawn.')
      await claimPlaces({ presentation, planVersion: 'v1', holder: fromHere(uuid), dropped: [] }, { ...section, capacity: 2 }, 3)
      return (await heldBy(uuid, [1])).size > 0
    },
    'all seats of a group, or none': async () => {
      const { uuid } = await claimTaken()
      return (await heldBy(uuid, [1])).size > 0
    },
    'a group is told when all its seats are held': async () => (await claimTaken()).claimed !== null,
    'a seat that is held stays with its holder': async () => {
      const { seat, uuid } = await heldByOther()
      return (await lock(seat, fromHere(uuid))).ok
    },
    'a place is taken again from its own hold': async () => !(await isOrderedByItself(await paidTooLate(PLACE))),
    'only an own or an ended hold is taken again': async () => isOrderedByItself(await paidTooLate(aSeat())),
    'a seat that is kept for a membership is bought with it only': async () => {
      const seat = aSeat()
      const uuid = await buyerHolding([seat])
      await keepForSubscribers(1, [(seat.YCoordinate ?? 0) * 1000 + (seat.XCoordinate ?? 0)])
      const made = await commit(uuid, { cart: cartOf([seat], await prepareCard(uuid, DUE)) }, 'he')
      await database().query('DELETE FROM seat_keep')
      return made.ok
    },
    'what is kept for others by now is not taken again': async () => {
      const { uuid } = await payInForm(aSeat())
      await database().query(`UPDATE seat_claim SET expires_at = now() WHERE holder = $1`, [uuid])
      const { rows } = await database().query<{ seat: number }>('SELECT seat_id AS seat FROM seat_claim WHERE holder = $1', [uuid])
      await keepForSubscribers(1, [rows[0]?.seat ?? 0])
      // Kept by an import of just now, so that no later check stops it.
      await database().query('UPDATE seat_keep SET kept_at = now()')
      const isOrdered = await isOrderedByItself(uuid)
      await database().query('DELETE FROM seat_keep')
      return isOrdered
    },
  },
  {
    'an own seat is looked for to be freed': 'an own seat is freed',
    'an own seat is freed': 'an own seat is looked for to be freed',
    'own seats are extended': 'own seats are looked for to be extended',
  },
)
