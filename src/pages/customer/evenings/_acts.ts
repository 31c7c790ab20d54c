import type { APIContext } from 'astro'
import { refuse, type Refusal, type Result } from '#lib/domain/result.ts'
import type { AreaCustomer } from '#lib/server/customers/session/customer-session.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'
import { takeTicketBack } from '#lib/server/friends/send-ticket.ts'
import { friendsOf } from '#lib/server/friends/sent-tickets.ts'
import { eveningsShown, type ShownEvening } from '#lib/server/orders/evenings/evenings-shown.ts'
import { giveBackEvening, takeEveningBack } from '#lib/server/orders/evenings/offer-evening.ts'
import { readForm } from '#lib/server/platform/http/answers/read-form.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { isCrossSite } from '#lib/server/platform/http/cross-site.ts'
import { countCall } from '#lib/server/platform/http/limits/limits.ts'
import { sayNext } from '#lib/server/platform/http/say-next.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'

/** An evening, and the name of the friend who has its ticket: '' if forgotten, undefined if nobody has. */
export type ListedEvening = ShownEvening & { readonly friend: string | undefined }

/** `unsend` takes a ticket back from a friend. */
export type EveningAct = 'giveBack' | 'takeBack' | 'unsend'

/** A customer's evenings, and what their page asks or tells. */
export interface OpenedEvenings {
  readonly evenings: readonly ListedEvening[]
  /** The question before it is done. */
  readonly asks?: { readonly act: EveningAct; readonly evening: ListedEvening }
  readonly problem?: string
  readonly status: number
}

type Opened = OpenedEvenings | { readonly goTo: string }
type Context = Pick<APIContext, 'request' | 'locals' | 'cookies'>

/** Opens the page of evenings, or takes one of its forms; a refusal changes nothing. `goTo`: done. */
export async function openEvenings(context: Context, visitor: Visitor, { customerId }: AreaCustomer): Promise<Opened> {
  const { request, cookies, locals } = context
  const refused = async ({ code, facts }: Refusal): Promise<OpenedEvenings> => ({
    evenings: await eveningsListed(customerId, locals.locale),
    problem: textOf(locals.locale)(`errors.${code}`, facts),
    status: statusOf(code),
  })
  if (request.method !== 'POST') return { evenings: await eveningsListed(customerId, locals.locale), status: 200 }
  if (isCrossSite(request)) return refused({ code: 'CROSS_SITE' })
  const sent = await readForm(request)
  const [act, ticket] = [sent.get('act'), textIn(sent, 'ticket')]
  if (act !== 'giveBack' && act !== 'takeBack' && act !== 'unsend') return refused({ code: 'BAD_REQUEST' })
  const evenings = await eveningsListed(customerId, locals.locale)
  const evening = evenings.find(({ ticketIdentifier }) => ticketIdentifier === ticket)
  if (!evening) return refused({ code: 'NOT_FOUND' })
  if (!sent.has('yes')) return { evenings, asks: { act, evening }, status: 200 }
  const done = act === 'unsend' ? await unsend(visitor, evening) : await resell(visitor, act, { ticket, credit: textIn(sent, 'credit') })
  if (!done.ok) return refused(done.refusal)
  sayNext(cookies, act === 'giveBack' ? 'eveningOffered' : 'eveningTakenBack')
  return { goTo: '/customer/evenings' }
}

async function eveningsListed(customerId: number, locale: Locale): Promise<readonly ListedEvening[]> {
  const [evenings, friends] = await Promise.all([eveningsShown(customerId, locale), friendsOf(customerId)])
  return evenings.map((evening) => ({ ...evening, friend: friends.get(evening.ticketIdentifier) }))
}

/** The ticket of an evening, and the credit for it in agorot, as the question named it. */
interface Resold {
  readonly ticket: string
  readonly credit: string
}

function resell(visitor: Visitor, act: 'giveBack' | 'takeBack', { ticket, credit }: Resold): Promise<Result<unknown>> {
  if (act === 'takeBack') return takeEveningBack(visitor, { ticket })
  if (!/^\d{1,9}$/.test(credit)) return Promise.resolve(refuse('BAD_REQUEST', { field: 'credit' }))
  return giveBackEvening(visitor, { ticket, expectedCredit: Number(credit) })
}

/** It sends the friend a message, so it is limited as sending is. */
async function unsend({ uuid }: Visitor, { reservationIdentifier: resId, ticketIdentifier }: ListedEvening): Promise<Result<unknown>> {
  const wait = await countCall('friend', 'visitor', uuid)
  return wait === undefined ? takeTicketBack({ uuid, resId, ticketIdentifier }) : refuse('TOO_MANY_REQUESTS', { seconds: wait })
}

function textIn(sent: FormData, name: string): string {
  const value = sent.get(name)
  return typeof value === 'string' ? value : ''
}
