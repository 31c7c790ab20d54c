/**
 * Prefetches pages behind visible links while idle (spec §9: idle timeout 2000 ms; not on 2g, not with data saver). Only pages independent of the visitor
 * qualify: those of features.
 */
const IDLE_TIMEOUT = 2000
const LIMIT = 8

interface Connection {
  readonly saveData?: boolean
  readonly effectiveType?: string
}

function isThrifty(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: Connection }
  return connection?.saveData === true || (connection?.effectiveType ?? '').includes('2g')
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: IDLE_TIMEOUT })
  else setTimeout(work, IDLE_TIMEOUT)
}

function prefetch(address: string): void {
  const link = document.createElement('link')
  link.rel = 'prefetch'
  link.href = address
  document.head.append(link)
}

function watchLinks(): void {
  const done = new Set<string>()
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLAnchorElement)) continue
      observer.unobserve(target)
      if (done.size >= LIMIT || done.has(target.href)) continue
      done.add(target.href)
      whenIdle(() => {
        prefetch(target.href)
      })
    }
  })
  for (const link of document.querySelectorAll('a[href^="/booking/features/"]')) observer.observe(link)
}

if (!isThrifty()) whenIdle(watchLinks)

export {}
