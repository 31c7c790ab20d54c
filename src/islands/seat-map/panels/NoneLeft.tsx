import { useStore } from '@nanostores/react'
import { useText } from '#islands/ui/text.tsx'
import type { CallRefusal } from '#lib/client/http/call.ts'
import { $seatFilter } from '#lib/client/seats/choosing.ts'
import { $bestRefusal } from '#lib/client/seats/seats.ts'
import { choosing } from '#lib/client/seats/seats-state.ts'
import type { Translate } from '#lib/text/translate.ts'

/** What is asked for when the best seats are. */
export interface Ask {
  readonly quantity: number
  readonly isTogether: boolean
  readonly group: number | null
  readonly isAccessible: boolean
  readonly isOnlyHere: boolean
}

/** Not so many: what could be asked for instead, each one press away. */
export function NoneLeft({
  quantity,
  isTogether,
  isHere,
  onTake,
}: {
  readonly quantity: number
  readonly isTogether: boolean
  readonly isHere: boolean
  readonly onTake: (change: Partial<Ask>) => Promise<void>
}) {
  const t = useText()
  const { group } = useStore($seatFilter)
  const presentationId = choosing()?.presentation.id
  const refusal = useStore($bestRefusal)
  const ways: readonly (readonly [string, Partial<Ask>])[] = [
    ...(isTogether && quantity > 1 ? [[t('seats.best.insteadAny'), { isTogether: false }] as const] : []),
    ...(isHere ? [[t('seats.best.insteadAnywhere'), { isOnlyHere: false }] as const] : []),
    ...(group === null ? [] : [[t('seats.best.insteadAnyPrice'), { group: null }] as const]),
    ...(quantity > 1 ? [[t('seats.best.insteadFewer', { count: quantity - 1 }), { quantity: quantity - 1 }] as const] : []),
  ]
  const isShort = refusal === null || NOT_SO_MANY.includes(refusal.code)
  return (
    <div className="note warn best-none" role="alert">
      <div className="stack sm">
        <span>
          {isShort ? t(isTogether ? 'seats.best.noneTogether' : 'seats.best.none', { count: quantity }) : refusalText(t, refusal)}
        </span>
        <div className="row wrap-ok" hidden={!isShort}>
          {ways.map(([words, change]) => (
            <button key={words} className="btn quiet" type="button" onClick={() => void onTake(change)}>
              {words}
            </button>
          ))}
          <a className="btn quiet" href={`/wait-list/${String(presentationId ?? '')}`}>
            {t('seats.best.tellMe')}
          </a>
        </div>
      </div>
    </div>
  )
}

/** Refusals that a smaller or wider wish may get round. */
const NOT_SO_MANY: readonly string[] = ['NOT_ENOUGH_SEATS', 'NOT_ENOUGH_RESERVED_SEATS', 'NOT_ENOUGH_SEATS_IN_SECTION', 'NOT_ENOUGH_PLACES']

function refusalText(t: Translate, { code, message }: CallRefusal): string {
  return code === 'NO_CONNECTION' || message === '' ? t('seats.say.offline') : message
}
