/** A line across the top of the window while the next page is on its way, from 300 ms on: so long nobody waits for a sign. */
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

/** Whether a press on this link leads this window to another page. */
function isLeaving(link: HTMLAnchorElement, event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false
  if (link.target !== '' && link.target !== '_self') return false
  if (link.hasAttribute('download') || !link.protocol.startsWith('http')) return false
  return link.pathname !== location.pathname || link.search !== location.search || link.hash === ''
}

// Heard after the scripts of the page, which may answer a press themselves.
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
