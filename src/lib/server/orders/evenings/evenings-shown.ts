import { givenBackUntil, mayGiveBack, resaleShare, type ResaleShare } from '#lib/domain/cart/evening-resale-rules.ts'
import { eveningRefusal } from '#lib/domain/orders/evening-rules.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { sectionWord } from '#lib/server/catalogue/showing-words.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import { eveningsOf, type Evening } from './evening-rows.ts'

/** What an evening is to its subscriber now. */
export type EveningState = 'mine' | 'offered' | 'held' | 'sold' | 'sent' | 'used' | 'past' | 'exchanged' | 'cancelled' | 'calledOff'

/** An evening as the personal area shows it. */
export interface ShownEvening extends Evening {
  readonly featureId: number
  readonly featureName: string
  readonly state: EveningState
  /** What giving it back comes to, and until when it may be, ms since 1970; null: it may not. */
  readonly offer: (ResaleShare & { readonly until: number }) | null
  /** Whether its membership lets it be exchanged for another one now. */
  readonly mayExchange: boolean
}

/** The evenings of a customer's series and seasons: those to come first, then those that are over. */
export async function eveningsShown(customerId: number, locale: Locale = DEFAULT_LOCALE): Promise<readonly ShownEvening[]> {
  const from = await catalogue(locale)
  const { presentations, features, memberships } = from
  const all = (await eveningsOf(database(), customerId)).map((evening) => {
    const feature = features.get(presentations.get(evening.presentationId)?.featureId ?? 0)
    const membership = memberships.get(evening.membershipId)
    const terms = membership?.resale ?? null
    const state = stateOf(evening)
    const refusal = eveningRefusal(membership, presentations.get(evening.presentationId), evening.now)
    const isOffered = terms !== null && mayGiveBack(evening, terms, evening.now) === undefined
    const offer = isOffered ? { ...resaleShare(evening, terms), until: givenBackUntil(evening, terms) } : null
    const mayExchange = state === 'mine' && refusal === undefined
    const sectionName = sectionWord(from, evening.presentationId, evening.sectionName)
    return { ...evening, sectionName, featureId: feature?.id ?? 0, featureName: feature?.name ?? '', state, offer, mayExchange }
  })
  const isOver = ({ startsAt, now }: Evening) => startsAt <= now
  return [...all.filter((one) => !isOver(one)), ...all.filter(isOver).reverse()]
}

function stateOf(evening: Evening): EveningState {
  if (evening.resale === 'sold') return 'sold'
  if (evening.isExchanged) return 'exchanged'
  if (!evening.isActive) return 'cancelled'
  if (evening.isUsed) return 'used'
  if (evening.isCalledOff) return 'calledOff'
  if (evening.startsAt <= evening.now) return 'past'
  if (evening.isSentOn) return 'sent'
  if (evening.resale === null) return 'mine'
  return evening.isHeldByOthers ? 'held' : 'offered'
}
