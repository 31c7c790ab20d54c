import { cutText } from '#lib/domain/cut-text.ts'
import type { AnswerOf } from '#lib/contract/endpoint.ts'
import type { producerCancelOffer } from '#lib/contract/staff/live-acts.ts'
import { refuse, type Refusal, type Result } from '#lib/domain/result.ts'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { ownReservation, type ActingStaff } from '#lib/server/sales/acts/own-reservation.ts'
import { producerCancel, producerOffer } from '#lib/server/sales/acts/producer-cancel.ts'
import { sendingOf, sendReservationAgain, sendTicketsTo, type Sending } from '#lib/server/sales/acts/send-again.ts'
import type { StaffAsk } from '#lib/server/staff/session/open-session.ts'
import { whenceOf } from '#lib/server/staff/session/staff-audit.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { actIn, textIn } from '../_door.ts'

/** What is asked before a reservation is cancelled or sent. */
export type Asked = {
  readonly resId: string
  readonly orderNumber: string
  readonly customerName: string
  /** Why the act before did not succeed. */
  readonly problem?: string | undefined
  readonly status: number
} & (
  | {
      readonly act: 'cancel'
      readonly offer: AnswerOf<typeof producerCancelOffer>
      readonly chosen: readonly string[]
      readonly reason: string
    }
  /** `typed` is another number than that of the reservation; undefined `to`: it is none. */
  | { readonly act: 'sms'; readonly own: string; readonly to: string | undefined; readonly typed: string }
)

export type Acted =
  /** With the reference of a new voucher, which is told once. */
  | { readonly kind: 'done'; readonly credit?: string }
  | { readonly kind: 'asked'; readonly asked: Asked }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

interface Form {
  readonly member: StaffMember
  readonly sent: FormData
  readonly locale: Locale
}

interface Act extends Form {
  readonly staff: ActingStaff
  readonly resId: string
}

/** Takes a form of the list of reservations. Reservations of others are as none. */
export async function actOnReservation({ source, request }: StaffAsk, form: Form): Promise<Acted> {
  const { member, sent } = form
  const resId = textIn(sent, 'resId')
  const work = actIn(ACTS, sent)
  if (!work) return { kind: 'refused', refusal: { code: 'BAD_REQUEST' } }
  return work({ ...form, resId, staff: { member, ...whenceOf(source, request) } })
}

const ACTS: Readonly<Record<string, (act: Act) => Promise<Acted>>> = {
  again: async ({ staff, resId }) => after(await sendReservationAgain(staff, resId)),
  askSms: (act) => askSms(act, textIn(act.sent, 'mobileNumber').trim()),
  sms,
  askCancel: (act) => askCancel(act),
  cancel,
}

function after(done: Result<unknown>): Acted {
  return done.ok ? { kind: 'done' } : { kind: 'refused', refusal: done.refusal }
}

async function askSms(act: Act, typed: string, problem?: Refusal): Promise<Acted> {
  const { member, resId } = act
  const sending = await sendingOf(member, resId, typed)
  if (sending.ok) return smsAsked(act, { ...sending.value, typed }, problem)
  const { refusal } = sending
  const own = refusal.code === 'invalid_mobileNumber' ? await sendingOf(member, resId, '') : sending
  return own.ok ? smsAsked(act, { ...own.value, to: undefined, typed }, refusal) : after(own)
}

interface Shown extends Omit<Sending, 'to'> {
  readonly to: string | undefined
  readonly typed: string
}

function smsAsked({ resId, locale }: Act, shown: Shown, problem: Refusal | undefined): Acted {
  return { kind: 'asked', asked: { act: 'sms', resId, ...shown, ...told(problem, locale) } }
}

function told(refusal: Refusal | undefined, locale: Locale): Pick<Asked, 'problem' | 'status'> {
  if (!refusal) return { status: 200 }
  return { problem: textOf(locale)(`errors.${refusal.code}`, refusal.facts), status: statusOf(refusal.code) }
}

/** Sends to the number that was shown: the one that is named, else that of the reservation. */
async function sms(act: Act): Promise<Acted> {
  const { member, staff, resId, sent } = act
  const typed = textIn(sent, 'mobileNumber').trim()
  const own = typed === '' ? await ownReservation(database(), { member, from: await catalogue() }, resId) : undefined
  const done = await sendTicketsTo(staff, resId, typed === '' ? (own?.mobileNumber ?? '') : typed)
  if (done.ok || done.refusal.code === 'NOT_FOUND') return after(done)
  return askSms(act, typed, done.refusal)
}

/** The items that a form chooses; none: all. */
function chosenIn(sent: FormData): readonly string[] {
  return sent.getAll('item').filter((item) => typeof item === 'string' && item.length <= 64 && item !== '') as string[]
}

async function askCancel(
  { member, staff, resId, sent, locale }: Act,
  problem?: { readonly text: string; readonly status: number },
): Promise<Acted> {
  const chosen = chosenIn(sent)
  const offered = await producerOffer(staff, { resId, ...(chosen.length > 0 && { items: chosen.join(',') }) }, locale)
  if (!offered.ok) return after(offered)
  const own = await ownReservation(database(), { member, from: await catalogue() }, resId)
  if (!own) return after(refuse('NOT_FOUND'))
  const { orderNumber, customerName } = own
  const shown = { act: 'cancel', resId, orderNumber, customerName, offer: offered.value, chosen, reason: textIn(sent, 'reason') } as const
  return { kind: 'asked', asked: { ...shown, problem: problem?.text, status: problem?.status ?? 200 } }
}

/** Cancels what the offer was of, on its terms: another refund than the shown one is asked about again. */
async function cancel(act: Act): Promise<Acted> {
  const { staff, resId, sent, locale } = act
  const chosen = chosenIn(sent)
  if (chosen.join(',') !== sent.get('offered')) return askCancel(act)
  const reason = cutText(textIn(sent, 'reason').trim(), LONGEST_REASON)
  const expectedRefund = Number(textIn(sent, 'refund') || Number.NaN)
  if (!(expectedRefund >= 0)) return after(refuse('BAD_REQUEST', { field: 'refund' }))
  const body = { expectedRefund, ...(chosen.length > 0 && { itemsToCancel: [...chosen] }), ...(reason !== '' && { reason }) }
  const done = await producerCancel(staff, { resId, body, locale })
  if (!done.ok) return after(done)
  if ('err' in done.value) return askCancel(act, { text: done.value.message, status: 409 })
  const { creditReference } = done.value
  return { kind: 'done', ...(creditReference !== null && { credit: creditReference }) }
}

export const LONGEST_REASON = 200
