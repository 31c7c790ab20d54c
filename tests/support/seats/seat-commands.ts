import fc from 'fast-check'
import { expect } from 'vitest'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import { findBest } from '#lib/server/seats/best/best-available.ts'
import { claimAll } from '#lib/server/seats/claims/claim-batches.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { extendHolds } from '#lib/server/seats/claims/holds.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { tellSeatsChanged } from '#lib/server/seats/claims/seat-changes.ts'
import { lock, unlock } from '#lib/server/seats/claims/seats.ts'
import { cartOf, fromHere, PLACE, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { compareClaims, HOLD_MS, seatsHeldBy, takeInModel } from './seat-model-claims.ts'
import type { SeatModel } from './seat-model.ts'
import { seatsStatus } from './seats-status.ts'

/** The real system: the house of tests/support/buyers/house.ts with one row, presentation 1, and the visitors of this run. */
export interface RealHouse {
  readonly visitors: readonly string[]
  /** How often each result occurred, as "lock: SEAT_LIMIT" or "lock: done". */
  readonly happened: Map<string, number>
}

type Command = fc.AsyncCommand<SeatModel, RealHouse>

const EXTENSION_MS = 300_000
const SEAT_PRICE = 10_500
const PLACE_PRICE = 5_000
const FEE = 700

/** A step of a history. Checks the answer, whose refusal it returns, and then every claim in the database. */
function command(kind: string, name: string, act: (model: SeatModel, uuids: readonly string[]) => Promise<string | null>): Command {
  return {
    check: () => true,
    run: async (model, { visitors, happened }) => {
      const outcome = `${kind}: ${(await act(model, visitors)) ?? 'done'}`
      happened.set(outcome, (happened.get(outcome) ?? 0) + 1)
      await compareClaims(model)
    },
    toString: () => name,
  }
}

function addressOf(seat: number): SeatAddress {
  return seat >= 1_000_000 ? PLACE : seatAt(seat % 1_000, 1)
}

function codeOf(result: { readonly ok: boolean; readonly refusal?: { readonly code: string } }): string | null {
  return result.refusal?.code ?? null
}

function nth(uuids: readonly string[], visitor: number): string {
  return uuids[visitor % uuids.length] ?? ''
}

const locks = (visitor: number, x: number) =>
  command('lock', `visitor ${String(visitor)} locks seat ${String(x)}`, async (model, uuids) => {
    const [uuid, seat] = [nth(uuids, visitor), 1_000 + x]
    const expected = model.refusalOf(uuid, seat)
    expect(codeOf(await lock(seatAt(x, 1), fromHere(uuid)))).toBe(expected)
    if (!expected) await takeInModel(model, uuid, seat)
    return expected
  })

const locksPlace = (visitor: number) =>
  command('lock place', `visitor ${String(visitor)} locks a place`, async (model, uuids) => {
    const uuid = nth(uuids, visitor)
    const place = model.freePlace()
    const expected = place === undefined ? 'NOT_ENOUGH_PLACES' : model.refusalOf(uuid, place)
    expect(codeOf(await lock(PLACE, fromHere(uuid)))).toBe(expected)
    if (!expected) await takeInModel(model, uuid, await placeGivenTo(uuid, model))
    return expected
  })

/** Places are alike, so the database chooses: any that was free, and one only. */
async function placeGivenTo(uuid: string, model: SeatModel): Promise<number> {
  const own = model.heldBy(uuid)
  const given = (await seatsHeldBy(uuid)).filter((seat) => !own.includes(seat))
  expect(given).toHaveLength(1)
  const [place = NaN] = given
  expect([model.house.places.includes(place), model.isLive(place)]).toEqual([true, false])
  return place
}

const unlocks = (visitor: number, x: number) =>
  command('unlock', `visitor ${String(visitor)} unlocks ${x === 0 ? 'a place' : `seat ${String(x)}`}`, async (model, uuids) => {
    const uuid = nth(uuids, visitor)
    const own = model.heldBy(uuid)
    const seat = x === 0 ? own.findLast((one) => model.house.places.includes(one)) : own.find((one) => one === 1_000 + x)
    const expected = seat === undefined ? 'UNLOCK_FAILED' : null
    expect(codeOf(await unlock(x === 0 ? PLACE : seatAt(x, 1), uuid))).toBe(expected)
    if (seat !== undefined) model.release(seat)
    return expected
  })

const commits = (visitor: number, card: 'accepted' | 'declined') =>
  command('pay', `visitor ${String(visitor)} pays, ${card}`, async (model, uuids) => {
    const uuid = nth(uuids, visitor)
    const own = model.heldBy(uuid)
    const due = own.reduce((sum, seat) => sum + (seat >= 1_000_000 ? PLACE_PRICE : SEAT_PRICE), FEE)
    const cart = cartOf(own.map(addressOf), await prepareCard(uuid, due, card))
    const expected = own.length === 0 ? 'CART_EMPTY' : card === 'declined' ? 'CARD_DECLINED' : null
    const result = await commit(uuid, { cart }, 'he')
    expect(codeOf(result)).toBe(expected)
    if (result.ok) expect(result.value.ticketIdentifiers).toHaveLength(own.length)
    if (!expected) {
      for (const seat of own) model.sell(seat)
      model.forgetTimes(uuid)
    }
    return expected
  })

const commitsUnheld = (visitor: number, x: number) =>
  command('pay unheld', `visitor ${String(visitor)} pays for seat ${String(x)} without a lock`, async (model, uuids) => {
    const uuid = nth(uuids, visitor)
    if (model.heldBy(uuid).includes(1_000 + x)) return 'was held'
    const cart = cartOf([seatAt(x, 1)], await prepareCard(uuid, SEAT_PRICE + FEE))
    expect(codeOf(await commit(uuid, { cart }, 'he'))).toBe('HOLD_EXPIRED')
    return 'HOLD_EXPIRED'
  })

const runsOut = (visitor: number, secondsAgo: number) =>
  command('run out', `the time of visitor ${String(visitor)} ended ${String(secondsAgo)} s ago`, async (model, uuids) => {
    const uuid = nth(uuids, visitor)
    const seats = model.heldBy(uuid)
    await database().query(
      `WITH over AS (UPDATE past_hold SET ended_at = least(ended_at, now() - $2::int * interval '1 second') WHERE holder = $1)
       UPDATE seat_claim SET expires_at = least(expires_at, now() - $2::int * interval '1 second'),
         released_until = CASE WHEN released_until IS NOT NULL THEN least(released_until, now() - $2::int * interval '1 second') END
       WHERE holder = $1 AND state = 'H'`,
      [uuid, secondsAgo],
    )
    tellSeatsChanged(1, seats)
    model.endBy(uuid, Date.now() - secondsAgo * 1_000)
    return null
  })

const extendsHold = (visitor: number) =>
  command('extend', `visitor ${String(visitor)} asks for more time`, async (model, uuids) => {
    const uuid = nth(uuids, visitor)
    const own = model.heldBy(uuid)
    const short = own.filter((seat) => model.claims.get(seat)?.isExtended === false)
    const expected = own.length === 0 ? 'HOLD_EXPIRED' : short.length === 0 ? 'EXTENSION_USED' : null
    expect(codeOf(await extendHolds(uuid))).toBe(expected)
    for (const seat of short) model.extend(seat, EXTENSION_MS)
    return expected
  })

/** The seats as the visitor sees them: own, free and others. Reading changes nothing. */
const reloads = (visitor: number) =>
  command('reload', `visitor ${String(visitor)} reloads`, async (model, uuids) => {
    const uuid = nth(uuids, visitor)
    const own = model.heldBy(uuid)
    const status = await seatsStatus(1, 1, uuid)
    const seen = new Map(status?.seats.map(([, , x, , , , code]) => [1_000 + (x ?? 0), code]))
    const expected = model.house.seats.map((seat) => [seat, own.includes(seat) ? 2 : model.isLive(seat) ? 3 : 1] as const)
    expect(seen).toEqual(new Map(expected))
    return null
  })

const asksForBest = (visitor: number, quantity: number, isInstead: boolean) =>
  command(
    'best',
    `visitor ${String(visitor)} asks for the best ${String(quantity)}${isInstead ? ' instead' : ''}`,
    async (model, uuids) => {
      const uuid = nth(uuids, visitor)
      const before = model.heldBy(uuid)
      const dropped = isInstead ? before : []
      const query = { presentationId: 1, sectionId: 1, quantity, isLock: true, isInstead }
      const result = await findBest(query, fromHere(uuid))
      const isLimited = before.length - dropped.length + quantity > model.house.mostSeats
      const free = [...model.freeSeats(), ...dropped.filter((seat) => model.house.seats.includes(seat))]
      if (!result.ok) {
        const reasons = [
          ...(isLimited ? ['SEAT_LIMIT'] : []),
          ...(model.mustWait(uuid) ? ['HOLD_WAIT'] : []),
          ...(free.length < quantity ? ['NOT_ENOUGH_SEATS', 'NOT_ENOUGH_SEATS_IN_SECTION', 'NOT_ENOUGH_RESERVED_SEATS'] : []),
        ]
        expect(reasons).toContain(result.refusal.code)
        return result.refusal.code
      }
      expect([isLimited, model.mustWait(uuid)]).toEqual([false, false])
      const taken = (result.value.matches[0]?.seats ?? []).map((seat) => 1_000 + (seat.XCoordinate ?? 0))
      expect(taken).toHaveLength(quantity)
      for (const seat of taken) expect(free).toContain(seat)
      for (const seat of dropped) model.release(seat)
      for (const seat of taken) await takeInModel(model, uuid, seat)
      return null
    },
  )

/** All visitors want one seat at once, over separate connections as several processes would. */
const rush = (x: number) =>
  command('rush', `everybody wants seat ${String(x)}`, async (model, uuids) => {
    const seat = 1_000 + x
    const able = uuids.filter((uuid) => model.refusalOf(uuid, seat) === null)
    const terms = { most: model.house.mostSeats, seconds: HOLD_MS / 1_000, waitSeconds: model.house.waitMs / 1_000, networkMost: 1_000 }
    const outcomes = await Promise.all(
      uuids.map((uuid) =>
        claimAll(database('holds'), [{ presentationId: 1, seatId: seat, holder: fromHere(uuid), terms, planVersion: 'v1' }]),
      ),
    )
    tellSeatsChanged(1, [seat])
    const winners = uuids.filter((_uuid, n) => outcomes[n]?.[0]?.claimed === seat)
    expect(winners).toHaveLength(Math.min(1, able.length))
    for (const winner of winners) {
      expect(able).toContain(winner)
      await takeInModel(model, winner, seat)
    }
    return winners.length === 0 ? 'nobody' : null
  })

export function allCommands(seats: number, visitors: number): fc.Arbitrary<Command>[] {
  const visitor = fc.nat({ max: visitors - 1 })
  const x = fc.integer({ min: 1, max: seats })
  const x0 = fc.integer({ min: 0, max: seats })
  return [
    fc.tuple(visitor, x).map(([who, at]) => locks(who, at)),
    fc.tuple(visitor, x).map(([who, at]) => locks(who, at)),
    fc.tuple(visitor, x0).map(([who, at]) => unlocks(who, at)),
    visitor.map(locksPlace),
    fc
      .tuple(visitor, fc.constantFrom('accepted' as const, 'accepted' as const, 'declined' as const))
      .map(([who, card]) => commits(who, card)),
    fc.tuple(visitor, x).map(([who, at]) => commitsUnheld(who, at)),
    fc.tuple(visitor, fc.constantFrom(5, 3_600)).map(([who, ago]) => runsOut(who, ago)),
    visitor.map(extendsHold),
    visitor.map(reloads),
    fc.tuple(visitor, fc.integer({ min: 1, max: 3 }), fc.boolean()).map(([who, count, instead]) => asksForBest(who, count, instead)),
    x.map(rush),
  ]
}
