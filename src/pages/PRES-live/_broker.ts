import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { MOST_LOCK_MINUTES } from '#lib/domain/sales/broker-part.ts'
import { refuse, type Result } from '#lib/domain/result.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { brokerOffers, type BrokerOffer } from '#lib/server/sales/broker/offers.ts'
import { lockPart, savePart, unlockPart } from '#lib/server/sales/broker/parts.ts'
import type { StaffAsk } from '#lib/server/staff/session/open-session.ts'
import { whenceOf } from '#lib/server/staff/session/staff-audit.ts'
import { noteVisitor } from '#lib/server/staff/session/staff-visitor.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { textIn } from './_door.ts'

/** The page of brokers. */
export interface BrokerPage {
  readonly offers: readonly BrokerOffer[]
  /** Whether there are no others than those. */
  readonly isAll: boolean
  readonly find: string
  /** What was typed, if it was refused. */
  readonly typed?: { readonly presentationId: number; readonly minutes: string }
  readonly problem?: string
  readonly status: number
}

interface Asked {
  readonly ask: StaffAsk
  readonly member: StaffMember
  readonly sent: FormData | undefined
  readonly locale: Locale
  readonly url: URL
}

/** Opens the page, or takes one of its forms. `goTo`: done. The visitor of this browser chooses among the seats that the member locks. */
export async function openBroker({ ask, member, sent, locale, url }: Asked): Promise<BrokerPage | { readonly goTo: string }> {
  await noteVisitor(ask.cookies, ask.uuid)
  const find = url.searchParams.get('find')?.trim().slice(0, 80) ?? ''
  const done = sent && (await act(ask, member, sent))
  if (done?.ok) return { goTo: `${url.pathname}?${new URLSearchParams({ ...(find && { find }), done: '' }).toString()}` }
  const page = { ...(await brokerOffers(member, find)), find, status: 200 }
  if (!sent || !done) return page
  const { code, facts } = done.refusal
  const typed = { presentationId: Number(textIn(sent, 'presentation')), minutes: textIn(sent, 'minutes') }
  return { ...page, typed, problem: textOf(locale)(`errors.${code}`, facts), status: statusOf(code) }
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
