import type { MemberAnswer } from '#lib/contract/wire.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { codeOfOwnMember } from '#lib/server/documents/member-card.ts'
import { cardsOfCustomer } from '#lib/server/entitlements/order-members.ts'
import { membershipView } from '#lib/server/programme/memberships.ts'
import type { Locale } from '#lib/text/locales.ts'

/** The cards of a customer's memberships, in their order. @param now ms since 1970 */
export async function memberCards(members: readonly MemberAnswer[], locale: Locale, now: number) {
  const from = await catalogue(locale)
  const customerId = members[0]?.customerId ?? null
  const ordered = customerId === null ? undefined : await cardsOfCustomer(customerId, locale)
  return Promise.all(
    members.map(async (member) => {
      const card = ordered?.get(member.memberNumber)
      return {
        member,
        seat: card?.seat ?? null,
        nextEvening: card ? eveningOf(from, card.nextPresentationId) : null,
        files: card ? `/edocument/${card.documentKey}/member/${String(card.at)}` : null,
        qrCode: codeOfOwnMember(member, now),
        topUp: await topUpOf(from, member),
      }
    }),
  )
}

function eveningOf({ presentations, features }: Catalogue, presentationId: number | null) {
  const next = presentations.get(presentationId ?? 0)
  return next ? { name: features.get(next.featureId)?.name ?? '', startsAt: next.startsAt } : null
}

/** The page on which money is added to a membership; null where that is not offered. */
async function topUpOf({ memberships }: Catalogue, { membershipId, isExpired }: MemberAnswer): Promise<string | null> {
  const membership = memberships.get(membershipId ?? 0)
  if (!membership?.isTopup || isExpired) return null
  const view = await membershipView(membership.code)
  return view?.isSoldHere ? `/membership/${membership.code}` : null
}
