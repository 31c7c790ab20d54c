import { useEffect, useRef, type ReactNode } from 'react'
import { Icon } from '#islands/ui/icon.tsx'

interface Props {
  readonly kind: 'ok' | 'bad'
  readonly children: ReactNode
  /** Takes the focus as it appears: what had it is gone. */
  readonly takesFocus?: boolean
}

/** Where it is said that something went well: there before it says anything, so that a reader hears it. */
export function SaidWell({ children }: { readonly children: ReactNode }) {
  return (
    <div className="contents" role="status">
      {children}
    </div>
  )
}

/** What became of an action, where it was asked for. What went well takes the focus, or stands in `SaidWell`. */
export function Said({ kind, children, takesFocus = false }: Props) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) note.current?.focus()
  }, [takesFocus])
  return (
    <div ref={note} className={`note area-said ${kind}`} role={kind === 'bad' ? 'alert' : undefined} tabIndex={takesFocus ? -1 : undefined}>
      <Icon name={kind === 'ok' ? 'tick' : 'warning'} />
      <div>{children}</div>
    </div>
  )
}
