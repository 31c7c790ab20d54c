import './print-button.ts'

/**
 * Keeps the figures of a screen of sales current: the server sends the texts that have changed. Without the connection the page says so, and how old it is; it
 * tries again by itself. Pictures, and rows that are new, come with the page, which is then read again at most twice a minute; as a business day ends, it is loaded anew.
 */
const SILENCE_MS = 12_000
const AGAIN_MS = 5_000
const PAGE_EVERY_MS = 30_000

interface Told {
  readonly time: string
  /** The business day, YYYY-MM-DD. */
  readonly day: string
  readonly cells?: Readonly<Record<string, string>>
}

const pulse = document.querySelector<HTMLElement>('[data-live-screen]')
const word = pulse?.querySelector<HTMLElement>('[data-live-word]')
const age = pulse?.querySelector<HTMLElement>('[data-live-age]')

let source: EventSource | undefined
let version = ''
let heardAt = Date.now()
let triedAt = 0
let isBegun = false
let time = pulse?.dataset.time ?? ''
let pageAt = Date.now()
let isPageOld = false
let isTurning = false

function connect(): void {
  source?.close()
  triedAt = Date.now()
  const query = new URLSearchParams({ screen: pulse?.dataset.liveScreen ?? '', asked: location.search.slice(1, 1_000), since: version })
  source = new EventSource(`/api/PRES-live/changes?${query.toString()}`)
  source.addEventListener('cells', hear)
  source.addEventListener('beat', hear)
}

function hear({ data, lastEventId }: MessageEvent<string>): void {
  const told = JSON.parse(data) as Told
  heardAt = Date.now()
  isBegun = true
  time = told.time
  if (lastEventId !== '') version = lastEventId
  if (told.cells) take(told.cells)
  say()
  if (told.day > (pulse?.dataset.day ?? told.day)) void turnDay().catch(() => (isTurning = false))
}

function take(cells: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(cells)) {
    const cell = document.querySelector<HTMLElement>(`[data-live="${CSS.escape(name)}"]`)
    if (cell?.textContent === text) continue
    isPageOld = true
    if (!cell) continue
    cell.textContent = text
    cell.parentElement?.querySelector('.meter rect')?.setAttribute('width', String(Number.parseFloat(text) || 0))
  }
}

/** Says whether the figures are of now, and if not how old they are. The word alone is announced. */
function say(): void {
  const silence = Date.now() - heardAt
  const isLost = silence > SILENCE_MS
  if (!pulse || !word || !age || !(isBegun || isLost)) return
  pulse.classList.toggle('on', !isLost)
  pulse.classList.toggle('off', isLost)
  const next = (isLost ? pulse.dataset.lost : pulse.dataset.on) ?? ''
  if (word.textContent !== next) word.textContent = next
  const seconds = Math.floor(silence / 1_000)
  const old = `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`
  age.textContent = ((isLost ? pulse.dataset.old : pulse.dataset.updated) ?? '').replace('{time}', time).replace('{age}', old)
}

/** Reads the page again for its pictures and new rows; what has the focus or is unfolded stays as it is. */
async function readPage(): Promise<void> {
  isPageOld = false
  pageAt = Date.now()
  const answer = await fetch(location.href, { headers: { Accept: 'text/html' } })
  if (!answer.ok || answer.redirected) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const part of document.querySelectorAll('#pictures, .k-panel[id]')) {
    const fresh = page.getElementById(part.id)
    if (fresh && !part.contains(document.activeElement) && !part.querySelector('details[open]')) part.replaceWith(fresh)
  }
}

/** Loads the page of the new business day as soon as it can be had: nobody stands at a screen on a wall. */
async function turnDay(): Promise<void> {
  if (isTurning) return
  isTurning = true
  const answer = await fetch(location.href, { headers: { Accept: 'text/html' } })
  if (answer.ok && !answer.redirected) location.reload()
  else isTurning = false
}

function tick(): void {
  say()
  const isSilent = source?.readyState === EventSource.CLOSED || Date.now() - heardAt > SILENCE_MS
  if (isSilent && Date.now() - triedAt > AGAIN_MS) connect()
  if (isPageOld && !document.hidden && Date.now() - pageAt > PAGE_EVERY_MS) void readPage().catch(() => undefined)
}

if (pulse) {
  connect()
  setInterval(tick, 1_000)
}
