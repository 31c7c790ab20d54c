import type { APIContext } from 'astro'
import { refuse, type Refusal, type Result } from '#lib/domain/result.ts'
import type { AreaCustomer } from '#lib/server/customers/session/customer-session.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'
import { eveningsShown, type ShownEvening } from '#lib/server/orders/evenings/evenings-shown.ts'
import { giveBackEvening, takeEveningBack } from '#lib/server/orders/evenings/give-back.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { isCrossSite } from '#lib/server/platform/http/cross-site.ts'
import { sayNext } from '#lib/server/platform/http/say-next.ts'
import { textOf } from '#lib/text/text.ts'

/** A customer's evenings, and what their page asks or tells. */
export interface OpenedEvenings {
  readonly evenings: readonly ShownEvening[]
  /** The question before it is done. */
  readonly asks?: { readonly act: 'giveBack' | 'takeBack'; readonly evening: ShownEvening }
  readonly problem?: string
  readonly status: number
}

type Opened = OpenedEvenings | { readonly goTo: string }
type Context = Pick<APIContext, 'request' | 'locals' | 'cookies'>

/** Opens the page of evenings, or takes one of its forms; a refusal changes nothing. `goTo`: done. */
export async function openEvenings(context: Context, visitor: Visitor, { customerId }: AreaCustomer): Promise<Opened> {
  const { request, cookies, locals } = context
  const refused = async ({ code, facts }: Refusal): Promise<OpenedEvenings> => ({
    evenings: await eveningsShown(customerId),
    problem: textOf(locals.locale)(`errors.${code}`, facts),
    status: statusOf(code),
  })
  if (request.method !== 'POST') return { evenings: await eveningsShown(customerId), status: 200 }
  if (isCrossSite(request)) return refused({ code: 'CROSS_SITE' })
  const sent = await request.formData().catch(() => new FormData())
  const [act, ticket] = [sent.get('act'), textIn(sent, 'ticket')]
  if (act !== 'giveBack' && act !== 'takeBack') return refused({ code: 'BAD_REQUEST' })
  if (!sent.has('yes')) return ask(await eveningsShown(customerId), act, ticket, refused)
  const done = act === 'giveBack' ? await give(visitor, ticket, textIn(sent, 'credit')) : await takeEveningBack(visitor, { ticket })
  if (!done.ok) return refused(done.refusal)
  sayNext(cookies, act === 'giveBack' ? 'eveningOffered' : 'eveningTakenBack')
  return { goTo: '/customer/evenings' }
}

function textIn(sent: FormData, name: string): string {
  const value = sent.get(name)
  return typeof value === 'string' ? value : ''
}

async function ask(
  evenings: readonly ShownEvening[],
  act: 'giveBack' | 'takeBack',
  ticket: string,
  refused: (refusal: Refusal) => Promise<OpenedEvenings>,
): Promise<OpenedEvenings> {
  const evening = evenings.find(({ ticketIdentifier }) => ticketIdentifier === ticket)
  return evening ? { evenings, asks: { act, evening }, status: 200 } : refused({ code: 'NOT_FOUND' })
}

/** @param credit in agorot, as the question named it */
function give(visitor: Visitor, ticket: string, credit: string): Promise<Result<unknown>> {
  if (!/^\d{1,9}$/.test(credit)) return Promise.resolve(refuse('BAD_REQUEST', { field: 'credit' }))
  return giveBackEvening(visitor, { ticket, expectedCredit: Number(credit) })
}
