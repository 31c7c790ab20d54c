import type { APIContext } from 'astro'
import { refuse, type Result } from '#lib/domain/result.ts'
import { sendTicket, takeTicketBack } from '#lib/server/friends/send-ticket.ts'
import { readForm, typedText } from '#lib/server/platform/http/answers/read-form.ts'
import { isCrossSite } from '#lib/server/platform/http/cross-site.ts'
import { countCall } from '#lib/server/platform/http/limits/limits.ts'
import { sourceOf } from '#lib/server/platform/http/limits/network.ts'

/** What was typed, to be shown again. */
export interface SendForm {
  readonly ticket: string
  readonly name: string
  readonly contact: string
}

export interface Sent {
  readonly form: SendForm
  readonly isBack: boolean
  readonly result: Result<null>
}

/** Handles the form of a ticket: sends it, or takes it back. */
export async function sendByForm(context: Pick<APIContext, 'request' | 'locals' | 'clientAddress'>, resId: string): Promise<Sent> {
  const { request, locals } = context
  const given = await readForm(request)
  const form = { ticket: typedText(given, 'ticket', 200), name: typedText(given, 'name', 200), contact: typedText(given, 'contact', 200) }
  const isBack = given.has('back')
  const refused = isCrossSite(request) ? refuse('CROSS_SITE') : await overLimit(context)
  if (refused || !locals.visitor) return { form, isBack, result: refused ?? refuse('NOT_FOUND') }
  const ticket = { uuid: locals.visitor.uuid, resId, ticketIdentifier: form.ticket }
  const { name, contact } = form
  return {
    form,
    isBack,
    result: isBack ? await takeTicketBack(ticket) : await sendTicket(ticket, { name, contact, locale: locals.locale }),
  }
}

/** Each sends a message. */
async function overLimit({ request, locals, clientAddress }: Pick<APIContext, 'request' | 'locals' | 'clientAddress'>) {
  const { caller } = sourceOf(request, clientAddress)
  const wait =
    (await countCall('friend', 'caller', caller)) ??
    (caller !== null && locals.visitor ? await countCall('friend', 'visitor', locals.visitor.uuid) : undefined)
  return wait === undefined ? undefined : refuse('TOO_MANY_REQUESTS', { seconds: wait })
}
