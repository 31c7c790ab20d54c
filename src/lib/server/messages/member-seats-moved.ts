import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { localeOfOrder } from '#lib/server/platform/config/enabled-locales.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { enqueueSealed, type SealedBody } from '#lib/server/outbox/outbox-sealed.ts'
import { areaLink } from '#lib/server/platform/http/document-link.ts'
import { ltr, ltrIn } from '#lib/text/isolate.ts'
import { placeOf } from '#lib/text/place-text.ts'
import { textOf } from '#lib/text/text.ts'
import { fitSms } from './message-sms.ts'
import { placeOfName, type MovedSeat } from './moved-facts.ts'

/** Seconds for which a message is tried. */
const NOTICE_SECONDS = 7 * 86_400

/** A seat of a plan that an import moved. */
interface MovedPlanSeat extends MovedSeat {
  readonly seatplanId: number
  readonly seatId: number
}

interface Member {
  readonly seatplanId: number
  readonly seatId: number
  readonly membership: string
  readonly mobileNumber: string | null
  readonly email: string
  readonly locale: string | null
}

/**
 * Tells members whose own seat an import moves, in its transaction: by SMS and mail, as far as it is known who they are. Who has the seat by an order is told of that
 * instead.
 */
export async function tellMembersMoved(client: Queryable, importId: string, moved: readonly MovedPlanSeat[]): Promise<void> {
  if (moved.length === 0) return
  for (const member of await membersOf(client, importId, moved)) {
    const change = moved.find(({ seatplanId, seatId }) => seatplanId === member.seatplanId && seatId === member.seatId)
    if (change) await tell(client, member, change)
  }
}

async function membersOf(client: Queryable, importId: string, moved: readonly MovedPlanSeat[]): Promise<readonly Member[]> {
  const { rows } = await client.query<Member>(
    `SELECT DISTINCT ON (c.customer_id, s.seatplan_id, s.seat_id) s.seatplan_id AS "seatplanId", s.seat_id AS "seatId", coalesce(e.membership_name, '') AS membership, c.mobile_number AS "mobileNumber", c.email,
       (SELECT o.locale FROM orders o WHERE o.customer_id = c.customer_id ORDER BY o.created_at DESC LIMIT 1) AS locale
     FROM unnest($1::int[], $2::int[]) AS moved (seatplan_id, seat_id) JOIN member_seat s USING (seatplan_id, seat_id)
       JOIN entitlement e ON e.entitlement_id = s.entitlement_id AND e.is_active JOIN customer c USING (customer_id)
     WHERE c.deleted_at IS NULL AND NOT EXISTS (
       SELECT FROM seat_move t JOIN presentation p USING (presentation_id) JOIN order_seat x USING (presentation_id, seat_id) JOIN orders o USING (order_id)
       WHERE t.import_id = $3 AND p.seatplan_id = s.seatplan_id AND x.seat_id = s.seat_id AND o.customer_id = c.customer_id AND o.state IN ('paid', 'unpaid', 'paying') AND NOT is_gone(x))
     ORDER BY c.customer_id, s.seatplan_id, s.seat_id`,
    [moved.map(({ seatplanId }) => seatplanId), moved.map(({ seatId }) => seatId), importId],
  )
  return rows
}

async function tell(client: Queryable, member: Member, change: MovedSeat): Promise<void> {
  const message = { kind: 'member seat moved', expiresIn: NOTICE_SECONDS }
  const { mobileNumber, email } = member
  if (mobileNumber !== null)
    await enqueueSealed(client, { ...message, channel: 'sms', recipient: mobileNumber, body: smsOf(member, change) })
  if (email !== '') await enqueueSealed(client, { ...message, channel: 'mail', recipient: email, body: mailOf(member, change) })
}

function smsOf({ membership, locale: stored }: Member, { to }: MovedSeat): SealedBody {
  const locale = localeOfOrder(stored ?? '')
  const t = textOf(locale)
  const values = { brand: settings().brand.name, after: placeOf(placeOfName(to), t), phone: ltrIn(locale, settings().boxOfficePhone) }
  return { locale, text: fitSms(membership, (name) => t('messages.movedKeptSms', { ...values, membership: name })) }
}

function mailOf({ membership, locale: stored }: Member, { from, to, isShifted }: MovedSeat): SealedBody {
  const locale = localeOfOrder(stored ?? '')
  const t = textOf(locale)
  const places = { before: placeOf(placeOfName(from), t), after: placeOf(placeOfName(to), t) }
  const lines = [
    t('messages.movedKeptText', { membership }),
    ...(places.before === places.after ? [] : [t('messages.movedKeptSeat', places)]),
    ...(isShifted ? [t('messages.movedKeptElsewhere', places)] : []),
    t('messages.movedKeptNote', { phone: ltr(settings().boxOfficePhone) }),
    areaLink(locale),
  ]
  return { locale, subject: t('messages.movedKeptSubject', { membership }), text: lines.join('\n\n'), button: t('messages.linkButton') }
}
