import type { AnswerOf } from '#lib/contract/endpoint.ts'
import type { getMiniSite } from '#lib/contract/show/mini-sites.ts'
import { wordsOf } from '#lib/domain/catalogue/mini-sites.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { presentationAnswers, ticketAnswer } from '#lib/server/programme/presentation-answers.ts'
import { presentationsOfSite } from '#lib/server/programme/presentations.ts'
import type { Locale } from '#lib/text/locales.ts'
import type { FoundSite } from './mini-sites.ts'

type MiniSiteAnswer = AnswerOf<typeof getMiniSite>['miniSite']

/**
 * A mini-site on the wire; of one that is shut only that it is.
 * @param typed the references that the visitor has just typed; left out: they are not known, only what they gave
 */
export async function miniSiteAnswer(
  { site, isShut, tickets }: FoundSite,
  locale: Locale,
  typed?: { readonly reference1?: string | undefined; readonly reference2?: string | undefined },
): Promise<MiniSiteAnswer> {
  const none = { URL: site.url, PresentationList: [], ticket: null, tickets: [], isClosed: true, words: null }
  if (isShut) return none
  const from = await catalogue(locale)
  const sold = new Map([...from.ticketGroups.values()].flatMap((group) => group.tickets.map((ticket) => [ticket.id, ticket] as const)))
  const first = tickets.find(({ balance }) => balance !== 0)
  const ticket = first && sold.get(first.ticketId)
  return {
    URL: site.url,
    PresentationList: presentationAnswers(await presentationsOfSite(site, locale), locale),
    ticket: ticket ? { ...ticketAnswer(ticket), balance: first.balance } : null,
    tickets: tickets.map(({ ticketId, balance, isForAll }) => ({
      reference1: isForAll ? null : (typed?.reference1 ?? null),
      reference2: isForAll ? null : (typed?.reference2 ?? null),
      TicketId: ticketId,
      Balance: balance,
    })),
    isClosed: false,
    words: wordsOf(site, locale),
  }
}
