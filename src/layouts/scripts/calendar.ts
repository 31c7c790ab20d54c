/**
 * Filters the calendar without leaving the page. Every filter is a link or a form that works by itself; the script fetches the same address and replaces the
 * changed parts. It announces the number of results; a loading state, once shown, lasts at least 200 ms (spec §9).
 */
const LEAST_WAIT = 200
const REPLACED = ['filters', 'results', 'search-state']

const calendar = document.getElementById('calendar')
const found = document.getElementById('found')
const search = document.querySelector<HTMLFormElement>('#search')
let latest: AbortController | undefined

async function show(address: string, focus: string | undefined): Promise<void> {
  latest?.abort()
  const mine = (latest = new AbortController())
  const waiting = startWaiting()
  try {
    const page = await fetchPage(address, mine.signal)
    await waiting.least
    if (mine.signal.aborted) return
    replaceParts(page, focus)
  } catch {
    if (!mine.signal.aborted && found) found.textContent = calendar?.dataset.failed ?? ''
  } finally {
    if (latest === mine) calendar?.removeAttribute('aria-busy')
  }
}

/** Shows the loading state only if the answer takes a while. */
function startWaiting(): { least: Promise<void> } {
  calendar?.setAttribute('aria-busy', 'true')
  return { least: new Promise((resolve) => setTimeout(resolve, LEAST_WAIT)) }
}

async function fetchPage(address: string, signal: AbortSignal): Promise<Document> {
  const answer = await fetch(address, { signal, headers: { Accept: 'text/html' } })
  if (!answer.ok) throw new Error(`The calendar answered ${String(answer.status)}`)
  return new DOMParser().parseFromString(await answer.text(), 'text/html')
}

function replaceParts(page: Document, focus: string | undefined): void {
  const daysBefore = document.querySelectorAll('#results .day').length
  const scrolled = [...document.querySelectorAll('.dates, .frow')].map((strip) => strip.scrollLeft)
  for (const id of REPLACED) replacePart(id, page)
  for (const [index, strip] of [...document.querySelectorAll('.dates, .frow')].entries()) strip.scrollLeft = scrolled[index] ?? 0
  document.title = page.title
  found?.replaceChildren(...(page.getElementById('found')?.childNodes ?? []))
  giveFocus(focus, daysBefore)
}

function replacePart(id: string, page: Document): void {
  const [before, after] = [document.getElementById(id), page.getElementById(id)]
  if (before && after) before.replaceWith(after)
}

/** Focus stays on the used filter; after "more days" it moves to the first new one. */
function giveFocus(focus: string | undefined, daysBefore: number): void {
  if (focus === undefined) return
  const target =
    focus === 'more'
      ? document.querySelectorAll<HTMLElement>('#results .day h2')[daysBefore]
      : document.querySelector<HTMLElement>(`[data-filter="${CSS.escape(focus)}"]`)
  target?.focus({ preventScroll: focus !== 'more' })
}

function goTo(address: string, focus?: string): void {
  history.pushState(null, '', address)
  void show(address, focus)
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-filter]') : null
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  fillFields(new URL(link.href).searchParams, link.dataset.filter === 'clear')
  goTo(link.href, link.dataset.filter)
})

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !form.matches('[data-calendar-form]')) return
  event.preventDefault()
  goTo(addressOf(form))
})

document.getElementById('location')?.addEventListener('change', () => {
  if (search) goTo(addressOf(search))
})

/** A place chosen before this script loaded, or restored by the browser, is applied now. */
const place = document.querySelector<HTMLSelectElement>('#location')
if (search && place && place.value !== (new URLSearchParams(location.search).get('location') ?? '')) {
  history.replaceState(null, '', addressOf(search))
  void show(location.href, undefined)
}

addEventListener('popstate', () => {
  fillFields(new URLSearchParams(location.search), true)
  void show(location.href, undefined)
})

function addressOf(form: HTMLFormElement): string {
  const params = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && value !== '') params.set(name, value)
  const text = params.toString()
  return text === '' ? '/' : `/?${text}`
}

/** Keeps typed text that was not searched for yet, unless everything is reset. */
function fillFields(params: URLSearchParams, withText: boolean): void {
  const text = document.querySelector<HTMLInputElement>('#q')
  const place = document.querySelector<HTMLSelectElement>('#location')
  if (text && withText) text.value = params.get('q') ?? ''
  if (place) place.value = params.get('location') ?? ''
}

export {}
