import { PERMISSIONS, type StaffMember } from '#lib/domain/staff/permissions.ts'
import { MOST_LOCK_MINUTES } from '#lib/domain/sales/broker-part.ts'
import { refuse, type Result } from '#lib/domain/result.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { brokerOffers, type BrokerOffer } from '#lib/server/sales/broker/offers.ts'
import { lockPart, savePart, unlockPart } from '#lib/server/sales/broker/parts.ts'
import type { StaffAsk } from '#lib/server/staff/session/open-session.ts'
import { whenceOf } from '#lib/server/staff/session/staff-audit.ts'
import { noteVisitor } from '#lib/server/staff/session/staff-visitor.ts'
import { textOf } from '#lib/text/text.ts'
import { openDoorFor, textIn, type Door, type PageContext } from './_door.ts'

/** The page of brokers. */
interface BrokerPage {
  readonly offers: readonly BrokerOffer[]
  /** Whether there are no others than those. */
  readonly isAll: boolean
  readonly find: string
  /** Whether the form before was done, and no other was refused since. */
  readonly isDone: boolean
  /** What was typed, if it was refused. */
  readonly typed?: { readonly presentationId: number; readonly minutes: string }
  readonly problem?: string
}

/** The page of brokers as it was opened: the sign-in, or the parts. */
export interface OpenedBroker {
  readonly door: Door
  readonly member: StaffMember | undefined
  readonly page: BrokerPage | undefined
  readonly status: number
}

/**
 * Opens the page for who is signed in, or takes one of its forms. Whoever is no broker finds no such page. The visitor of this browser chooses among the seats
 * that the member locks.
 */
export async function openBroker(context: PageContext): Promise<OpenedBroker | Response> {
  const { url, locals } = context
  const door = await openDoorFor(context, PERMISSIONS.broker)
  if (door instanceof Response) return door
  const { ask, member, sent } = door
  if (!member) return { door, member, page: undefined, status: door.status }
  await noteVisitor(ask.cookies, ask.uuid)
  const find = url.searchParams.get('find')?.trim().slice(0, 80) ?? ''
  const done = sent && (await act(ask, member, sent))
  if (done?.ok) return context.redirect(`${url.pathname}?${new URLSearchParams({ ...(find && { find }), done: '' }).toString()}`, 303)
  const page = { ...(await brokerOffers(member, find)), find, isDone: !done && url.searchParams.has('done') }
  if (!sent || !done) return { door, member, page, status: 200 }
  const { code, facts } = done.refusal
  const typed = { presentationId: Number(textIn(sent, 'presentation')), minutes: textIn(sent, 'minutes') }
  return { door, member, page: { ...page, typed, problem: textOf(locals.locale)(`errors.${code}`, facts) }, status: statusOf(code) }
}

function act({ source, request }: StaffAsk, member: StaffMember, sent: FormData): Promise<Result<unknown>> {
  const [presentation, minutes, of] = ['presentation', 'minutes', 'of'].map((field) => textIn(sent, field).trim())
  if (!isNumber(presentation)) return Promise.resolve(refuse('NOT_FOUND'))
  const [id, staff] = [Number(presentation), { member, ...whenceOf(source, request) }]
  switch (textIn(sent, 'act')) {
    case 'save':
      return savePart(staff, id)
    case 'giveUp':
      return savePart(staff, id, [])
    case 'lock':
      return isNumber(minutes) && Number(minutes) <= MOST_LOCK_MINUTES
        ? lockPart(staff, id, Number(minutes))
        : Promise.resolve(refuse('FORM_INVALID', { field: 'minutes' }))
    case 'unlock':
      return unlockPart(staff, id, isNumber(of) ? Number(of) : undefined)
    default:
      return Promise.resolve(refuse('BAD_REQUEST'))
  }
}

function isNumber(text: string | undefined): text is string {
  return /^[1-9]\d{0,8}$/.test(text ?? '')
}
