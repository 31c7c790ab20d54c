import type { ComponentProps } from 'react'

interface Props extends ComponentProps<'button'> {
  /** Whether it can do nothing now: it is at work, or has come to an end. */
  readonly isOff: boolean
}

/** A button that takes no press while it is off and keeps the focus, which one that is disabled would lose. */
export function Press({ isOff, onClick, ...look }: Props) {
  return <button type="button" {...look} aria-disabled={isOff} onClick={(event) => (isOff ? event.preventDefault() : onClick?.(event))} />
}
