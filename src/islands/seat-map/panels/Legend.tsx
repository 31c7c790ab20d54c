import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { useText } from '#islands/ui/text.tsx'
import { $isHold } from '#lib/client/seats/hold-mode.ts'
import { seatCalls } from '#lib/client/seats/seat-calls.ts'
import { maskOf } from '#lib/domain/seating/plan/seat-features.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { SINGLE_SEAT_POLICY, type Bars } from '#lib/domain/seating/rules/seat-rules.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'
import { KINDS } from '#islands/seat-map/core/legend-glyphs.ts'
import { LOOKS, TAKEN, type Look } from '#islands/seat-map/core/looks.ts'
import { GlyphSign, SeatSign } from '#islands/seat-map/seat-signs.tsx'

/** What the signs mean; those that the hall has no seat for are left out. */
export function Legend({ hall, bars }: { readonly hall: Hall | null; readonly bars: Bars }) {
  const t = useText()
  const { isPremium, isHandicap, isCompanion, isLimitedView, isCouch, isBedSeat } = SEAT_FEATURE
  const mask = useMemo(() => hall?.features.reduce((all, one) => all | one, 0) ?? 0, [hall])
  const has = (...codes: readonly number[]) => (mask & maskOf(codes)) !== 0
  const isHold = useStore($isHold, { ssr: 'initial' })
  const isBarred = (look: Look) => isHold && look === 'premium'
  const isShown = {
    available: true,
    premium: has(isPremium),
    selected: true,
    taken: true,
    held: true,
    blocked: bars.seatingPolicyId === SINGLE_SEAT_POLICY || bars.keepOneFree || has(isCouch, isBedSeat),
    wheelchair: has(isHandicap),
    companion: has(isCompanion),
    limited: has(isLimitedView),
    partly: hall && seatCalls.why !== undefined, // with the seats only, as the server has drawn it without
  }
  return (
    <ul className="legend" aria-busy={!hall} aria-label={t('seats.legend')}>
      {LOOKS.map(
        (look, at) =>
          isShown[look] && (
            <li key={look}>
              <SeatSign look={isBarred(look) ? TAKEN : at} />
              {t(`seats.legend.${isBarred(look) ? 'notHeld' : look}`)}
            </li>
          ),
      )}
      {KINDS.map(
        ({ code, glyph }) =>
          has(code) && (
            <li key={code}>
              <GlyphSign glyph={glyph} />
              {t(`seats.feature.${String(code)}`)}
            </li>
          ),
      )}
    </ul>
  )
}
