import { useEffect, useRef, type ReactNode } from 'react'
import { Icon } from '#islands/ui/icon.tsx'

interface Props {
  readonly kind: 'ok' | 'bad'
  readonly children: ReactNode
  /** Takes the focus as it appears: what had it is gone. */
  readonly takesFocus?: boolean
}

/** What became of an action, where it was asked for. */
export function Said({ kind, children, takesFocus = false }: Props) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) note.current?.focus()
  }, [takesFocus])
  return (
    <div ref={note} className={`note area-said ${kind}`} role={kind === 'bad' ? 'alert' : 'status'} tabIndex={takesFocus ? -1 : undefined}>
      <Icon name={kind === 'ok' ? 'tick' : 'warning'} />
      <div>{children}</div>
    </div>
  )
}
