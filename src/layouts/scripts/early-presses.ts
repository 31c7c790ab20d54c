import type {} from '#lib/client/seats/early-taps.ts'

/**
 * A press on a part of the page that is not alive yet waits for it: it is marked as busy, and made again once its script is there. A form that is not alive
 * is not sent by the browser itself, which would lead nowhere.
 */
let waiting: { readonly island: Element; readonly pressed: HTMLElement } | null = null

function sleepingIsland(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('astro-island[ssr]') : null
}

function keep(event: Event): void {
  const island = sleepingIsland(event.target)
  const pressed =
    event.target instanceof Element ? event.target.closest<HTMLElement>('button, input[type=checkbox], input[type=radio], summary') : null
  // The order's page keeps its presses itself, those on the map included.
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
  // The island has its handlers when its own effects have run.
  setTimeout(() => {
    if (pressed.isConnected) pressed.click()
  }, 0)
}

document.addEventListener('click', keep, true)
document.addEventListener('astro:hydrate', release, true)

export {}
