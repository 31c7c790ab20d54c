import type { Translate } from '#lib/text/translate.ts'
import type { MemberCardFacts } from './member-card.ts'
import { fullDate } from './receipt-words.ts'

/** The lines of a membership's card, the holder first: label and value. */
export function factsOfCard(card: MemberCardFacts, t: Translate): readonly (readonly [label: string, value: string])[] {
  const facts = [
    [t('membership.onName'), card.holderName],
    [t('membership.number'), card.memberNumber],
    [t('membership.seatNumber'), card.seatNumber === null ? '' : String(card.seatNumber)],
    [t('membership.additional'), card.additionalName],
    [t('membership.validFromLabel'), card.startsAt === null ? '' : fullDate(card.startsAt)],
    [t('membership.validUntilLabel'), card.endsAt === null ? '' : fullDate(card.endsAt - 1)],
  ] as const
  return facts.filter(([, value]) => value !== '')
}
