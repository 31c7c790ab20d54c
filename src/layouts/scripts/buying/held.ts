/**
 * Counts down the strip of locked seats from the server's time and removes it at the end. Refreshes it if the page is restored from the back/forward cache or
 * becomes visible again, because the seats may have been bought or released elsewhere.
 */
import { formatCountdown, formatDuration } from '#lib/text/format-duration.ts'
import { DEFAULT_LOCALE, LOCALES } from '#lib/text/locales.ts'

const TICK_MS = 1000
const locale = LOCALES.find((one) => one === document.documentElement.lang) ?? DEFAULT_LOCALE
let endsAt = 0

function strip(): HTMLElement | null {
  return document.getElementById('held')
}

/** Starts from the strip's own values. */
function start(): void {
  const seconds = Number(strip()?.dataset.seconds)
  endsAt = seconds > 0 ? Date.now() + seconds * 1000 : 0
}

function tick(): void {
  if (endsAt === 0) return
  const left = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
  const here = strip()
  const [digits, words] = [here?.querySelector('.num'), here?.querySelector('.vh')]
  if (digits) digits.textContent = formatCountdown(left)
  if (words) words.textContent = formatDuration(left, locale)
  if (left > 0) return
  endsAt = 0
  here?.replaceChildren()
  here?.setAttribute('hidden', '')
}

async function refresh(): Promise<void> {
  const answer = await fetch(`/held${location.search}`, { headers: { Accept: 'text/html' } }).catch(() => undefined)
  if (!answer?.ok) return
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('held')
  if (!fresh || strip()?.contains(document.activeElement)) return
  strip()?.replaceWith(fresh)
  start()
}

/** A prefetched page may be older than the locks. */
function isFromMemory(): boolean {
  const [visit] = performance.getEntriesByType('navigation')
  return visit instanceof PerformanceNavigationTiming && visit.transferSize === 0
}

start()
setInterval(tick, TICK_MS)
if (isFromMemory()) void refresh()
addEventListener('pageshow', (event) => {
  if (event.persisted) void refresh()
})
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void refresh()
})
