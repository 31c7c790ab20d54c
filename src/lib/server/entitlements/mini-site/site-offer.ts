import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { currentSiteOf } from '#lib/server/catalogue/current-mini-site.ts'
import { enterMiniSite } from '#lib/server/customers/session/entered-mini-site.ts'
import { isThereFor } from '#lib/server/seats/board/kept-seats-read.ts'
import { ticketAnswer } from '#lib/server/programme/presentation-answers.ts'
import { presentationAnswer } from '#lib/server/programme/presentations.ts'
import type { Locale } from '#lib/text/locales.ts'
import { findSite, mostOfEach, type FoundSite } from './mini-sites.ts'

/**
 * The mini-site that a call names, else the one that the visitor is in, if any. Refusals: NOT_FOUND (there is none, or it is shut for this visitor).
 * @param named the call's miniSiteUrl
 */
export async function siteForCall(named: string | null | undefined, uuid: string | undefined): Promise<Result<FoundSite | undefined>> {
  if (named) {
    const found = await findSite(named, uuid)
    return found.ok && found.value.isShut ? refuse('NOT_FOUND') : found
  }
  const current = uuid === undefined ? undefined : await currentSiteOf(uuid)
  const found = current && (await findSite(current.url, uuid))
  return accept(found?.ok && !found.value.isShut ? found.value : undefined)
}

/**
 * Like `siteForCall`, of a call that writes: the visitor is in the named mini-site from then on, and the call may be about its presentations only. Refusals:
 * NOT_FOUND.
 */
export async function enterForCall(
  named: string | null | undefined,
  uuid: string,
  presentationIds: readonly number[],
): Promise<Result<FoundSite | undefined>> {
  const found = await siteForCall(named, uuid)
  if (!found.ok || !named || !found.value) return found
  const { site } = found.value
  if (!presentationIds.every((id) => site.presentationIds.includes(id))) return refuse('NOT_FOUND')
  await enterMiniSite(uuid, site.id)
  return found
}

/** Who looks at a presentation, in which language, and the mini-site that the call names. */
interface Looking {
  readonly miniSiteUrl?: string | null | undefined
  readonly uuid: string | undefined
  readonly locale: Locale
}

/**
 * One presentation on the wire as a mini-site sells it; as the shop does where there is none, or none that sells it. Refusals: NOT_FOUND (also if a named mini-site
 * does not sell it, and of one that only mini-sites sell for whoever is in none of them).
 */
export async function presentationIn(presentationId: number, { miniSiteUrl, uuid, locale }: Looking): Promise<Result<PresentationAnswer>> {
  const found = await siteForCall(miniSiteUrl, uuid)
  if (!found.ok) return found
  const isSold = found.value?.site.presentationIds.includes(presentationId) === true
  if (miniSiteUrl && !isSold) return refuse('NOT_FOUND')
  const presentation = (await catalogue()).presentations.get(presentationId)
  if (!presentation || !(isSold || (await isThereFor(presentation, uuid)))) return refuse('NOT_FOUND')
  const answer = await presentationAnswer(presentationId, locale, isSold)
  if (!answer) return refuse('NOT_FOUND')
  return accept(isSold ? await withSiteTickets(answer, found.value, locale) : answer)
}

/** Adds the tickets that a mini-site gives this visitor to their groups, after those for everybody. Those that are sold are left out. */
export async function withSiteTickets(answer: PresentationAnswer, { tickets }: FoundSite, locale: Locale): Promise<PresentationAnswer> {
  const balances = new Map([...mostOfEach(tickets)].filter(([, balance]) => balance !== 0))
  const from = await catalogue(locale)
  return {
    ...answer,
    ticketGroups: answer.ticketGroups.map((group) => {
      const own = (from.ticketGroups.get(group.id)?.tickets ?? []).filter(({ id, walkin }) => balances.has(id) && !walkin)
      const given = own.map((ticket) => {
        const balance = balances.get(ticket.id) ?? null
        return { ...ticketAnswer(ticket), balance, quantity: balance ?? answer.maxSeats }
      })
      return { ...group, tickets: [...group.tickets, ...given] }
    }),
  }
}
