import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { eveningsOf, type Evening } from '#lib/server/orders/evenings/evening-rows.ts'
import { giveBackEvening, takeEveningBack } from '#lib/server/orders/evenings/offer-evening.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import type { SignedIn } from '#tests/support/buyers/cancels.ts'
import { FEE, newVisitor, ONE, seatOn } from '#tests/support/buyers/changes.ts'
import { cartOf, fromHere, prepareCard } from '#tests/support/buyers/house.ts'
import { lockSeat, SERIES, seriesItem } from './enrolments.ts'
import { buyMemberships } from './memberships.ts'

/** What an evening of the series is worth, and what of it is credited by the terms of `allowResale`. */
export const SHARE = SERIES / 4
export const CREDIT = SHARE * 0.9 - 500

/** Evenings of series 101 are given back until three hours before their start: 90 percent are credited, less ₪5. */
export async function allowResale(): Promise<void> {
  await database().query(`UPDATE membership SET resale_until_minutes = 180, resale_percent = 90, resale_fee = 500 WHERE membership_id = 101;
    UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
}

/** Buys the series on seat x of row 1 as a customer who is signed in. @returns the reservation */
export async function subscribes({ visitor }: { readonly visitor: { readonly uuid: string } }, x = 3): Promise<string> {
  const locked = await lockSeat(visitor.uuid, x)
  const made = locked ? undefined : await buyMemberships(visitor.uuid, [seriesItem(x)], SERIES)
  if (!made?.ok) throw new Error(`Not bought: ${locked ?? made?.refusal.code ?? ''}`)
  return made.value.reservationIdentifier
}

/** A customer's evening on a date. */
export async function eveningOn({ customerId }: SignedIn, presentationId = 11): Promise<Evening> {
  const found = (await eveningsOf(database(), customerId)).find((one) => one.presentationId === presentationId)
  if (!found) throw new Error('There is no such evening.')
  return found
}

/** @returns the code of the refusal; undefined: it is offered now */
export async function givesBack(who: SignedIn, presentationId = 11, expectedCredit?: number): Promise<string | undefined> {
  const { ticketIdentifier: ticket } = await eveningOn(who, presentationId)
  const made = await giveBackEvening(who.visitor, { ticket, expectedCredit })
  return made.ok ? undefined : made.refusal.code
}

/** @returns the code of the refusal; undefined: it is the customer's as before */
export async function takesBack(who: SignedIn, presentationId = 11): Promise<string | undefined> {
  const { ticketIdentifier: ticket } = await eveningOn(who, presentationId)
  const made = await takeEveningBack(who.visitor, { ticket })
  return made.ok ? undefined : made.refusal.code
}

/** Buys a single seat of a date by card. @returns the reservation, or the code of the refusal */
export async function buysSingle(x = 3, presentationId = 11, uuid?: string): Promise<string> {
  const buyer = uuid ?? (await newVisitor())
  const seat = seatOn(presentationId, x)
  const locked = await lock(seat, fromHere(buyer))
  if (!locked.ok) return locked.refusal.code
  const made = await commit(buyer, { cart: cartOf([seat], await prepareCard(buyer, ONE + FEE)) }, 'he')
  return made.ok ? made.value.reservationIdentifier : made.refusal.code
}
