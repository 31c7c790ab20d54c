import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { $toasts, dismissToast, TOAST_MS, type Toast } from '#lib/client/toasts.ts'
import { Icon } from './icon.tsx'

const ICONS = { ok: 'tick', neutral: 'facts', bad: 'warning' } as const

/** Toasts at the top centre: 3 seconds, longer while the pointer or the focus rests on one. The region is there before its first toast. */
export function Toasts() {
  const toasts = useStore($toasts, { ssr: 'initial' })
  return (
    <div className="toasts" aria-live="polite">
      {toasts.map((toast) => (
        <ShownToast key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function ShownToast({ toast }: { readonly toast: Toast }) {
  const [paused, setPaused] = useState(false)
  const left = useRef(TOAST_MS)
  useEffect(() => {
    if (paused) return
    const since = performance.now()
    const timer = setTimeout(() => dismissToast(toast.id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - since
    }
  }, [paused, toast.id])
  return (
    // eslint-disable-next-line jsx-a11y-x/no-static-element-interactions -- Resting on it only makes it stay; there is nothing to press.
    <div
      className={`toast ${toast.kind}`}
      role={toast.kind === 'bad' ? 'alert' : 'status'}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <Icon name={ICONS[toast.kind]} />
      <span>{toast.text}</span>
    </div>
  )
}
