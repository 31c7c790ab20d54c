import { atom } from 'nanostores'
import type { AnswerOf } from '#lib/contract/endpoint.ts'
import type { cancellationOffer, cancelReservation as cancelCall } from '#lib/contract/order/cancelling.ts'
import type { CustomerReservation } from '#lib/contract/area/customers.ts'
import type { CallRefusal } from '#lib/client/http/call.ts'
import { callArea } from '#lib/client/http/area-call.ts'

/** What the page knows of a reservation that it lists. */
export type ListedReservation = Pick<
  CustomerReservation,
  'ReservationIdentifier' | 'featureName' | 'ResStateId' | 'Quantity' | 'SectionName' | 'RowNames' | 'SeatNames' | 'IsUnpaid'
>

/** A call that did not do what was asked for. Nothing that the page knows has changed. */
export interface Failed {
  readonly error: CallRefusal
}

export type Offer = AnswerOf<typeof cancellationOffer>
export type Cancelled = AnswerOf<typeof cancelCall>

/** What is to be cancelled, as the customer has seen and agreed to it. */
export interface Cancelling {
  /** Identifiers of items; null: all of the reservation. */
  readonly items: readonly string[] | null
  readonly asCredit: boolean
  /** Shekels; another refund is refused (PRICE_CHANGED). */
  readonly expectedRefund: number
}

/** A reservation whose state is this one was cancelled (spec §4). */
const CANCELLED = 3

/** The reservations that the page lists. */
export const $reservations = atom<readonly ListedReservation[]>([])

/** What can be cancelled of a reservation, and what exactly goes back for these items; null: for all of them. */
export async function askCancellation(resId: string, items: readonly string[] | null): Promise<Offer | Failed> {
  const answer = await callArea('cancellationOffer', { params: { resId }, query: items === null ? {} : { items: items.join(',') } })
  return answer.ok ? answer.value : { error: answer.refusal }
}

/** Cancels; a reservation that is cancelled as a whole leaves the list, of another one the list shows what is left (spec §4). */
export async function cancelReservation(resId: string, { items, asCredit, expectedRefund }: Cancelling): Promise<Cancelled | Failed> {
  const body = { itemsToCancel: items === null ? null : [...items], refundToTransactionCredit: asCredit, expectedRefund }
  const answer = await callArea('cancelReservation', { params: { resId }, body })
  if (!answer.ok) return { error: answer.refusal }
  $reservations.set(listAfter($reservations.get(), answer.value.reservation))
  return answer.value
}

function listAfter(listed: readonly ListedReservation[], changed: Cancelled['reservation']): readonly ListedReservation[] {
  const { ReservationIdentifier: resId, ResStateId, Quantity, SectionName, RowNames, SeatNames, IsUnpaid } = changed
  if (ResStateId === CANCELLED) return listed.filter((one) => one.ReservationIdentifier !== resId)
  return listed.map((one) =>
    one.ReservationIdentifier === resId ? { ...one, ResStateId, Quantity, SectionName, RowNames, SeatNames, IsUnpaid } : one,
  )
}

/** Sends the tickets of a reservation again. @returns why it could not, or null */
export async function sendAgain(resId: string): Promise<CallRefusal | null> {
  const answer = await callArea('resendTickets', { params: { resId }, body: {} })
  return answer.ok ? null : answer.refusal
}

export function isFailed(answer: object): answer is Failed {
  return 'error' in answer
}
