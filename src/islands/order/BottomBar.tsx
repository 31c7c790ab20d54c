import type { ReactNode } from 'react'
import { Icon } from '#islands/ui/icon.tsx'
import { Price } from '#islands/ui/price.tsx'
import type { Agorot } from '#lib/domain/money/money.ts'

interface Props {
  readonly what: string
  readonly total: Agorot
  /** Details that a press unfolds above the bar, and whether they are open; omitted if there are none. */
  readonly more?: { readonly isOpen: boolean; readonly toggle: () => void; readonly content: ReactNode }
  /** What stands above the bar in any case. */
  readonly above?: ReactNode
  readonly children: ReactNode
}

/** The action of a phone: what there is, what it costs, one button. */
export function BottomBar({ what, total, more, above, children }: Props) {
  const price = (
    <b>
      <Price amount={total} />
    </b>
  )
  return (
    <div className="bar">
      {more?.isOpen && <div className="bar-more">{more.content}</div>}
      {above}
      {more ? (
        <button className="t" type="button" aria-expanded={more.isOpen} onClick={more.toggle}>
          <span>
            {what} <Icon name="open" size="sm" />
          </span>
          {price}
        </button>
      ) : (
        <div className="t">
          <span>{what}</span>
          {price}
        </div>
      )}
      {children}
    </div>
  )
}
