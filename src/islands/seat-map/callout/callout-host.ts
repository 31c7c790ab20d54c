import { useLayoutEffect, useRef, useState } from 'react'
import { enterMap } from '#islands/seat-map/drawn-map.ts'
import type { Notice } from '#islands/seat-map/seat-words.ts'

/** What was pressed last outside the callout; its own presses are about the same thing. */
let pressed: Element | null = null
const keep = ({ target }: Event): void => {
  if (target instanceof Element && !target.closest('.callout')) pressed = target
}
addEventListener('click', keep, { capture: true })
addEventListener('keydown', keep, { capture: true })

/**
 * The place for a callout right behind the seat or the section that was pressed in the list, for the eye and for the keyboard; null if the press was made
 * on the map, and for what nobody pressed. A focus that is in the callout when it goes returns to what was pressed.
 */
export function useCalloutHost(notice: Notice): HTMLElement | null {
  const [host, setHost] = useState<HTMLElement | null>(null)
  const origin = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const found = notice.kind === 'lost' ? null : pressed?.closest<HTMLElement>('.seclist .sbtn, .ga-place')
    origin.current = found?.isConnected ? found : null
    // Stays where it is while the same is pressed.
    if (!host || host !== origin.current?.nextElementSibling) setHost(standBehind(origin.current))
    // eslint-disable-next-line react-hooks/exhaustive-deps -- Once for each notice: the host is what this effect chooses.
  }, [notice])
  useLayoutEffect(
    () => () => {
      if (document.activeElement?.closest('.callout')) returnFocus(origin.current)
    },
    [],
  )
  // After the focus has been looked for: removing its place would lose it.
  useLayoutEffect(() => () => host?.remove(), [host])
  return host
}

function standBehind(origin: HTMLElement | null): HTMLElement | null {
  if (!origin) return null
  const place = document.createElement('div')
  place.className = 'callout-host'
  origin.after(place)
  return place
}

function returnFocus(origin: HTMLElement | null): void {
  if (!origin?.isConnected) enterMap()
  else if (origin.matches('button')) origin.focus()
  else origin.querySelector<HTMLElement>('button:not([aria-disabled=true])')?.focus()
}
