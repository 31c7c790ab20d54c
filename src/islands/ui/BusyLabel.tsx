import type { ReactNode } from 'react'
import { useText } from './text.tsx'

/** What a button says: while its work takes longer than a blink, "a moment", in the same width. */
export function BusyLabel({ isBusy, children }: { readonly isBusy: boolean; readonly children: ReactNode }) {
  const t = useText()
  return (
    <span className={`busy-label ${isBusy ? 'busy' : ''}`}>
      <span className="what">{children}</span>
      {isBusy && <span className="wait">{t('common.working')}</span>}
    </span>
  )
}
