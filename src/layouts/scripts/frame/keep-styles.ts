/**
 * Has the style sheets fetched that a first page carries in itself (server/shared-pages/styles-inside.ts), once it has been loaded: the pages after it link to
 * them. One at a time, when the browser is idle: each costs a slow phone some milliseconds. Where the page carries only the rules that its elements need, all of
 * them apply as soon as a script has added elements or classes, before these are drawn.
 */
/** Between two, in browsers that do not say when they are idle. */
const PAUSE_MS = 100

const carried = document.querySelector<HTMLStyleElement>('style[data-files]')
const isPart = carried?.dataset.part !== undefined
const files = (carried?.dataset.files ?? '').split(' ').filter(Boolean)
const links: HTMLLinkElement[] = []

function keepStyles(): void {
  const next = () => {
    keepNext()
    keepStyles()
  }
  if (links.length === files.length) return
  if ('requestIdleCallback' in window) requestIdleCallback(next)
  else setTimeout(next, PAUSE_MS)
}

function keepNext(): void {
  const href = files[links.length]
  if (href === undefined) return
  const link = document.createElement('link')
  Object.assign(link, isPart ? { rel: 'stylesheet', media: 'print', href } : { rel: 'prefetch', as: 'style', href })
  links.push(link)
  if (isPart) carried.before(link)
  else document.head.append(link)
}

function isAddition({ type, addedNodes }: MutationRecord): boolean {
  return type === 'attributes' || [...addedNodes].some((node) => node instanceof Element)
}

/** All at once, and the part goes when the last is here: before, rules of the part win over theirs. */
function applyAll(): void {
  while (links.length < files.length) keepNext()
  const leave = () => {
    if (links.every(({ sheet }) => sheet !== null)) carried?.remove()
  }
  for (const link of links) {
    link.media = 'all'
    link.addEventListener('load', leave)
  }
  leave()
}

if (isPart)
  new MutationObserver((changes, observer) => {
    if (!changes.some(isAddition)) return
    observer.disconnect()
    applyAll()
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['class', 'id'] })

if (document.readyState === 'complete') keepStyles()
else addEventListener('load', keepStyles, { once: true })

export {}
