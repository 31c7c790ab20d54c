import type {} from '#lib/client/seats/early-taps.ts'

/**
 * Defers clicks on islands that are not hydrated yet: marks the button as busy, and repeats the click after hydration. Prevents the browser from submitting
 * such a form, which would lead nowhere.
 */
let waiting: { readonly island: Element; readonly pressed: HTMLElement } | null = null

function sleepingIsland(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('astro-island[ssr]') : null
}

function keep(event: Event): void {
  const island = sleepingIsland(event.target)
  const pressed =
    event.target instanceof Element ? event.target.closest<HTMLElement>('button, input[type=checkbox], input[type=radio], summary') : null
  // A page with a map handles its own clicks, including those on the map.
  if (window.earlyTaps || !island || !pressed || pressed.matches('input, summary')) return
  event.preventDefault()
  event.stopPropagation()
  waiting?.pressed.removeAttribute('aria-busy')
  pressed.setAttribute('aria-busy', 'true')
  waiting = { island, pressed }
}

function release(event: Event): void {
  if (!waiting || event.target !== waiting.island) return
  const { pressed } = waiting
  waiting = null
  pressed.removeAttribute('aria-busy')
  // The island has its handlers once its own effects have run.
  setTimeout(() => {
    if (pressed.isConnected) pressed.click()
  }, 0)
}

document.addEventListener('click', keep, true)
document.addEventListener('astro:hydrate', release, true)

export {}
