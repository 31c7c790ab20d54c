import type { ReactNode } from 'react'
import { Price } from '#islands/price.tsx'
import type { Agorot } from '#lib/domain/money.ts'

/** The action of a phone: what there is, what it costs, one button. */
export function BottomBar({ what, total, children }: { readonly what: string; readonly total: Agorot; readonly children: ReactNode }) {
  return (
    <div className="bar">
      <div className="t">
        <span>{what}</span>
        <b>
          <Price amount={total} />
        </b>
      </div>
      {children}
    </div>
  )
}
