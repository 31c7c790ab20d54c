import { normaliseMobileNumber } from '#lib/domain/customers/mobile-number.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { sendAgain } from '#lib/server/messages/resend-tickets.ts'
import { enqueueMessages, type Recipients } from '#lib/server/outbox/outbox-queue.ts'
import { inTransaction, type Queryable } from '#lib/server/platform/db/connect.ts'
import { noteStaffAct } from '#lib/server/staff/session/staff-audit.ts'
import { ownReservation, type ActingStaff, type OwnReservation } from './own-reservation.ts'

type Sent = Result<{ readonly success: boolean }>

/** Sends the tickets again to where they went. Refusals: NOT_FOUND (another's, none, or not paid), TOO_MANY_REQUESTS (three in a day, whoever asks). */
export function sendReservationAgain(staff: ActingStaff, resId: string): Promise<Sent> {
  return send(staff, resId, {
    action: 'send again',
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

interface Sending {
  readonly action: string
  readonly queue: (client: Queryable, order: Recipients) => Promise<Result<null>>
}

async function send(staff: ActingStaff, resId: string, { action, queue }: Sending): Promise<Sent> {
  const { member, address, device } = staff
  const from = await catalogue()
  return inTransaction(async (client): Promise<Sent> => {
    await lockOrder(client, resId)
    const own = await ownReservation(client, { member, from }, resId)
    if (own?.state !== 'paid') return refuse('NOT_FOUND')
    const sent = await queue(client, own)
    if (!sent.ok) return sent
    await noteStaffAct(client, { address, device, staffId: member.staffId, action, subject: own.orderId, ...businessOf(own) })
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
