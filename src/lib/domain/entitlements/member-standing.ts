/** What a card says of its membership. */
export type MemberStanding = 'active' | 'notStarted' | 'expired' | 'usedUp' | 'cancelled'

/** As far as the card's standing depends on it; times are ms since 1970. */
interface Card {
  readonly isActive: boolean
  /** null: no bound. */
  readonly startsAt: number | null
  readonly endsAt: number | null
  /** Entries left; null: unlimited. */
  readonly left: number | null
  /** Money left in agorot; null: it has none. */
  readonly money: number | null
}

/** @param now ms since 1970 */
export function standingOf({ isActive, startsAt, endsAt, left, money }: Card, now: number): MemberStanding {
  if (!isActive) return 'cancelled'
  if (endsAt !== null && now >= endsAt) return 'expired'
  if (startsAt !== null && now < startsAt) return 'notStarted'
  return left === 0 || money === 0 ? 'usedUp' : 'active'
}

/** Whether a card has a code: one that has not begun has it already, so that it can be printed. */
export function hasCode(card: Card, now: number): boolean {
  const { isActive, endsAt, left, money } = card
  return isActive && (endsAt === null || now < endsAt) && left !== 0 && money !== 0
}
