/** Lets the poster of the link that is followed grow into the feature's page, where the browser has view transitions. */
interface TransitionEvent extends Event {
  readonly viewTransition?: ViewTransition | null
}

const NAME = 'view-transition-name'

function forgetNames(): void {
  for (const poster of document.querySelectorAll<HTMLElement>('.poster')) poster.style.removeProperty(NAME)
}

/** One poster at a time has the name, and only when this window leaves: two of one name, or one left over, would abort the next transition. */
document.addEventListener('click', (event) => {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.defaultPrevented) return
  const link = event.target instanceof Element ? event.target.closest('a[href^="/booking/features/"]') : null
  const poster = link?.closest('.ev-row, .feature-card, .fan a')?.querySelector<HTMLElement>('.poster')
  if (!poster) return
  forgetNames()
  poster.style.setProperty(NAME, 'poster')
})

/** A transition that is cut short, by a second press or a hidden window, is no error: the page is there all the same. */
function allowAbort(event: Event): void {
  const { viewTransition } = event as TransitionEvent
  for (const promise of [viewTransition?.ready, viewTransition?.finished, viewTransition?.updateCallbackDone]) promise?.catch(() => {})
}
addEventListener('pageswap', allowAbort)
addEventListener('pagereveal', allowAbort)

/** Coming back by the browser's cache, nothing is named twice. */
addEventListener('pageshow', forgetNames)

/** A transition that a quicker press, or a page in the background, has skipped is no error. */
addEventListener('unhandledrejection', (event) => {
  const { reason } = event as { readonly reason: unknown }
  if (reason instanceof DOMException && /transition/i.test(reason.message)) event.preventDefault()
})

export {}
