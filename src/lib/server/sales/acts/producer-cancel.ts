import type { AnswerOf, BodyOf } from '#lib/contract/endpoint.ts'
import type { producerCancel as contract, producerCancelOffer } from '#lib/contract/staff/live-acts.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { cancelOrder, offerFor, type Cancelled, type CancelRequest } from '#lib/server/orders/cancel/cancellation.ts'
import { readOrder, type OrderToCancel } from '#lib/server/orders/cancel/cancellation-rows.ts'
import {
  describeCancellation,
  describeOffer,
  namesOf,
  wantedBy,
  type CancellationAnswer,
} from '#lib/server/orders/cancel/cancellation-wire.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { noteStaffAct } from '#lib/server/staff/session/staff-audit.ts'
import { ownReservation, type ActingStaff, type Asker, type OwnReservation } from './own-reservation.ts'

type Answer = AnswerOf<typeof contract>
type Body = BodyOf<typeof contract>

/** What a producer can cancel of a reservation, and what exactly would go back: by the rule that cancels. Refusal: NOT_FOUND. */
export async function producerOffer(
  { member }: ActingStaff,
  { resId, items }: { readonly resId: string; readonly items?: string | undefined },
  locale: Locale,
): Promise<Result<AnswerOf<typeof producerCancelOffer>>> {
  const own = await ownReservation(database(), { member, from: await catalogue() }, resId)
  const order = own && (await readOrder(database(), own.orderId))
  return order ? accept(await describeOffer(await offerFor(order, namesOf(items), 'staff'), locale, 'staff')) : refuse('NOT_FOUND')
}

/**
 * Cancels a reservation, or some items of it, for its customer, on the terms that customers have. What the same member of staff has cancelled by the same call
 * is answered again. Refusals: NOT_FOUND, BAD_REQUEST; every other one is answered as `err`.
 */
export async function producerCancel(
  staff: ActingStaff,
  { resId, body, locale }: { readonly resId: string; readonly body: Body; readonly locale: Locale },
): Promise<Result<Answer>> {
  const by = { ...staff, from: await catalogue() }
  const own = await ownReservation(database(), by, resId)
  if (!own) return refuse('NOT_FOUND')
  const wanted = wantedBy(body, staff.address)
  if (!wanted.ok) return wanted
  const made = await cancelOrder(
    own.orderId,
    { ...wanted.value, by: 'staff' },
    actorOf(by, resId, { ...wanted.value, reason: body.reason }),
  )
  if (made.ok) return accept(await answerOf(own, made.value))
  const { refusal } = made
  if (refusal.code === 'NOT_FOUND') return made
  const before = refusal.code === 'NOTHING_TO_CANCEL' ? await cancelledBefore(staff, own, wanted.value) : undefined
  return accept(before ?? { err: refusal.code, message: textOf(locale)(`errors.${refusal.code}`, refusal.facts) })
}

interface Asked extends CancelRequest {
  readonly reason?: string | null | undefined
}

type Actor = ActingStaff & Asker

function actorOf(by: Actor, resId: string, asked: Asked) {
  return {
    isTheirs: async (client: Queryable) => (await ownReservation(client, by, resId)) !== undefined,
    note: (client: Queryable, order: OrderToCancel, made: Made) => note(client, by, { ...made, order, asked }),
  }
}

type Made = Pick<Cancelled, 'decision' | 'money'>

interface Noted extends Made {
  readonly order: OrderToCancel
  readonly asked: Asked
}

async function note(client: Queryable, by: Actor, { order, decision, money, asked }: Noted): Promise<void> {
  const { isWhole, worth, charge, items } = decision
  const facts = { isWhole, worth, charge, items: items.length, asCredit: asked.asCredit }
  await audit(client, { action: 'cancelled', subject: order.orderId, facts })
  const own = await ownReservation(client, by, order.reservationIdentifier)
  const { member, address, device } = by
  await noteStaffAct(client, {
    ...{ address, device, staffId: member.staffId, action: 'cancel', subject: order.orderId },
    facts: {
      ...facts,
      asked: nameOfAsked(asked),
      answer: describeCancellation(decision, money),
      ...(asked.reason && { reason: asked.reason }),
    },
    ...(own?.businessId !== undefined && { businessId: own.businessId }),
  })
}

/** What the same call of the same member of staff has cancelled before; undefined if it has not. */
async function cancelledBefore({ member }: ActingStaff, { orderId }: OwnReservation, asked: CancelRequest): Promise<Answer | undefined> {
  const { rows } = await database().query<{ cancellation: CancellationAnswer | null }>({
    name: 'cancelled-by-staff',
    text: `SELECT facts -> 'answer' AS cancellation FROM staff_audit
           WHERE staff_id = $1 AND action = 'cancel' AND subject = $2 AND facts ->> 'asked' = $3 ORDER BY audit_id DESC LIMIT 1`,
    values: [member.staffId, orderId, nameOfAsked(asked)],
  })
  const cancellation = rows[0]?.cancellation
  return cancellation ? { success: true, cancellation, creditReference: null } : undefined
}

/** By what the same call is known again. */
function nameOfAsked({ items, asCredit }: Pick<CancelRequest, 'items' | 'asCredit'>): string {
  return JSON.stringify([items ? [...new Set(items)].sort() : null, asCredit])
}

/** A new voucher’s reference is told to staff only if no customer could see it in the own area. */
async function answerOf({ orderId }: OwnReservation, { decision, money, creditReference }: Cancelled): Promise<Answer> {
  const order = creditReference === null ? undefined : await readOrder(database(), orderId)
  return {
    success: true,
    cancellation: describeCancellation(decision, money),
    creditReference: order?.customerId === null ? creditReference : null,
  }
}
