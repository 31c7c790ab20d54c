/** Shows a line at the top of the window while the next page loads, from 300 ms on: shorter waits need no sign. */
const SIGN_AFTER = 300

const sign = document.getElementById('page-progress')
let pending: ReturnType<typeof setTimeout> | undefined

function start(): void {
  clearTimeout(pending)
  pending = setTimeout(() => {
    if (sign) sign.hidden = false
  }, SIGN_AFTER)
}

function stop(): void {
  clearTimeout(pending)
  if (sign) sign.hidden = true
}

/** Whether a click on this link navigates this window to another page. */
function isLeaving(link: HTMLAnchorElement, event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false
  if (link.target !== '' && link.target !== '_self') return false
  if (link.hasAttribute('download') || !link.protocol.startsWith('http')) return false
  return link.pathname !== location.pathname || link.search !== location.search || link.hash === ''
}

// Registered after the page's scripts, which may handle a click themselves.
addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link && link.href !== '' && !event.defaultPrevented && isLeaving(link, event)) start()
})
addEventListener('submit', (event) => {
  const form = event.target
  if (form instanceof HTMLFormElement && !event.defaultPrevented && form.target !== '_blank' && form.method !== 'dialog') start()
})
addEventListener('pagehide', stop)
addEventListener('pageshow', stop)

export {}
