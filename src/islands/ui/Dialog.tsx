import { useEffect, useRef, type ReactNode } from 'react'

interface Props {
  readonly label: string
  /** Escape, the safe choice. */
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A modal dialog: the browser keeps the focus inside and gives it back to where it was. */
export function Dialog({ label, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    const opener = document.activeElement
    shown?.showModal()
    return () => {
      shown?.close()
      if ((opener instanceof HTMLElement || opener instanceof SVGElement) && opener.isConnected) opener.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className="dlg"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      {children}
    </dialog>
  )
}
