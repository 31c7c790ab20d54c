import type { StaffAction } from '#lib/domain/staff/actions.ts'
import { maskEmail, maskMobileNumber } from '#lib/domain/customers/mask-contact.ts'
import { normaliseMobileNumber } from '#lib/domain/customers/mobile-number.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { sendAgain } from '#lib/server/messages/resend-tickets.ts'
import { enqueueMessages, type Recipients } from '#lib/server/outbox/outbox-queue.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { noteStaffAct } from '#lib/server/staff/session/staff-audit.ts'
import { ownReservation, type ActingStaff, type Asker, type OwnReservation } from './own-reservation.ts'

/** Where tickets go, masked. */
export interface Sending {
  readonly orderNumber: string
  readonly customerName: string
  /** Of whoever made the reservation; '' if it was made without one. */
  readonly own: string
  /** '' if there is none to send to. */
  readonly to: string
}

/**
 * To which number tickets would go by SMS: to the one that is typed, else to that of the reservation. Refusals: NOT_FOUND (another's, none, or not paid),
 * invalid_mobileNumber.
 */
export async function sendingOf(member: Asker['member'], resId: string, typed: string): Promise<Result<Sending>> {
  const order = await ownReservation(database(), { member, from: await catalogue() }, resId)
  if (order?.state !== 'paid') return refuse('NOT_FOUND')
  const to = typed === '' ? order.mobileNumber : normaliseMobileNumber(typed)
  if (to === undefined) return refuse('invalid_mobileNumber')
  const { orderNumber, customerName, mobileNumber } = order
  return accept({ orderNumber, customerName, own: maskMobileNumber(mobileNumber), to: maskMobileNumber(to) })
}

type Sent = Result<{ readonly success: boolean }>

/** Sends the tickets again to where they went. Refusals: NOT_FOUND (another's, none, or not paid), TOO_MANY_REQUESTS (three in a day, whoever asks). */
export function sendReservationAgain(staff: ActingStaff, resId: string): Promise<Sent> {
  return send(staff, resId, {
    action: 'send again',
    to: ({ mobileNumber, email }) => [maskMobileNumber(mobileNumber), email && maskEmail(email)],
    queue: async (client, order) => {
      const sent = await sendAgain(client, order)
      return sent.ok ? accept(null) : sent
    },
  })
}

/**
 * Sends the tickets by SMS to a number. Whoever made the reservation gets them too, and so hears of it. Refusals: invalid_mobileNumber, those of
 * `sendReservationAgain`.
 */
export function sendTicketsTo(staff: ActingStaff, resId: string, typed: string): Promise<Sent> {
  const mobileNumber = normaliseMobileNumber(typed)
  if (mobileNumber === undefined) return Promise.resolve(refuse('invalid_mobileNumber'))
  return send(staff, resId, {
    action: 'send tickets',
    to: () => [maskMobileNumber(mobileNumber)],
    queue: async (client, { orderId, email, mobileNumber: own }) => {
      const sent = await sendAgain(client, { orderId, email, mobileNumber })
      if (!sent.ok) return sent
      const toOwn = own === mobileNumber ? '' : own
      await enqueueMessages(client, { orderId, email: '', mobileNumber: toOwn }, `${COPY}${String(sent.value.times)}`)
      return accept(null)
    },
  })
}

/** Prefix of the kind of messages to whoever made the reservation, beside the ones to another number; like every unknown kind they bring the tickets. */
const COPY = 'copy-'

interface Way {
  readonly action: StaffAction
  /** Where they go, masked, for the audit. */
  readonly to: (order: OwnReservation) => readonly string[]
  readonly queue: (client: Queryable, order: Recipients) => Promise<Result<null>>
}

async function send(staff: ActingStaff, resId: string, { action, to, queue }: Way): Promise<Sent> {
  const { member, address, device } = staff
  const from = await catalogue()
  return inTransaction(async (client): Promise<Sent> => {
    await lockOrder(client, resId)
    const own = await ownReservation(client, { member, from }, resId)
    if (own?.state !== 'paid') return refuse('NOT_FOUND')
    const sent = await queue(client, own)
    if (!sent.ok) return sent
    await noteStaffAct(client, {
      address,
      device,
      staffId: member.staffId,
      action,
      subject: own.orderId,
      facts: { to: to(own).filter(Boolean) },
      ...businessOf(own),
    })
    return accept({ success: true })
  })
}

function businessOf({ businessId }: OwnReservation) {
  return businessId === undefined ? {} : { businessId }
}

/** Concurrent calls are counted one after the other. */
async function lockOrder(client: Queryable, resId: string): Promise<void> {
  await client.query({ name: 'lock-reservation', text: 'SELECT FROM orders WHERE reservation_identifier = $1 FOR UPDATE', values: [resId] })
}
