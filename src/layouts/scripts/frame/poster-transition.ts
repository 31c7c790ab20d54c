/** Lets the clicked link's poster grow into the feature's page, in browsers with view transitions. */
interface TransitionEvent extends Event {
  readonly viewTransition?: ViewTransition | null
}

const NAME = 'view-transition-name'

function forgetNames(): void {
  for (const poster of document.querySelectorAll<HTMLElement>('.poster')) poster.style.removeProperty(NAME)
}

/** Only one poster has the name, and only while this window navigates: a duplicate or leftover name would abort the next transition. */
document.addEventListener('click', (event) => {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.defaultPrevented) return
  const link = event.target instanceof Element ? event.target.closest('a[href^="/booking/features/"]') : null
  const poster = link?.closest('.ev-row, .feature-card, .fan a')?.querySelector<HTMLElement>('.poster')
  if (!poster) return
  forgetNames()
  poster.style.setProperty(NAME, 'poster')
})

/** An aborted transition, by a second click or a hidden window, is not an error: the page is there anyway. */
function allowAbort(event: Event): void {
  const { viewTransition } = event as TransitionEvent
  for (const promise of [viewTransition?.ready, viewTransition?.finished, viewTransition?.updateCallbackDone]) promise?.catch(() => {})
}
addEventListener('pageswap', allowAbort)
addEventListener('pagereveal', allowAbort)

/** Clears the names if the page is restored from the back/forward cache. */
addEventListener('pageshow', forgetNames)

/** A transition skipped by a quicker click, or on a background page, is not an error. */
addEventListener('unhandledrejection', (event) => {
  const { reason } = event as { readonly reason: unknown }
  if (reason instanceof DOMException && /transition/i.test(reason.message)) event.preventDefault()
})

export {}
