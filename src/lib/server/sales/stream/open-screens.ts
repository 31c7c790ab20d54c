import { setTimeout as sleep } from 'node:timers/promises'
import type { AstroCookies } from 'astro'
import { refuse, accept, type Result } from '#lib/domain/result.ts'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { onDatabaseClose, readingCatchesUp } from '#lib/server/platform/db/connect.ts'
import { readScreen, type AskedScreen } from '#lib/server/sales/screens/screens.ts'
import { listenToStaff } from '#lib/server/staff/session/staff-news.ts'
import { staffOf } from '#lib/server/staff/session/staff-session.ts'
import { listenToSales, type ChangedSales } from './sales-news.ts'
import { ScreenWatch } from './screen-watch.ts'

/** Sales within this time are read together. */
const GATHER_MS = 60
/** Reading screens anew takes at most one part in so many of the time, however many are open. */
const REST = 4
const BEAT_MS = 5_000
/** So long at most a replica is waited for that lacks what was told; then the next beat reads again. */
const CATCH_UP_MS = 1_000
/** How often a stream asks whether its member is still signed in and sees the same, beside what it is told of: time ends a sign-in too. */
const ASK_EVERY_MS = 10_000
/** Maximum number of streams: of a process, and of an account with many tabs and walls. */
const MOST = { process: 1_000, account: 20 }

/** An open stream of somebody. */
interface Stream {
  readonly staffId: number
  readonly end: () => void
  /** Ends it if its member is not signed in any more or sees something else. */
  readonly check: () => Promise<void>
}

interface Screens {
  readonly watches: Map<string, ScreenWatch>
  readonly streams: Set<Stream>
  /** What is listened to. */
  news: readonly { stop(): Promise<void> }[]
  beating: NodeJS.Timeout | undefined
  isReading: boolean
}

const screens: Screens = { watches: new Map(), streams: new Set(), news: [], beating: undefined, isReading: false }

interface Asking {
  readonly cookies: AstroCookies
  readonly since: string | undefined
  /** Aborted when the client disconnects. */
  readonly gone: AbortSignal
}

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  // Tells proxies to pass on each event at once; and a finished stream must not keep a connection open that a shutdown would wait for.
  'X-Accel-Buffering': 'no',
  Connection: 'close',
}

/** Opens a stream of what sales change on a screen, for as long as the member is signed in. Refusals: those of `readScreen`, TOO_MANY_REQUESTS (too many streams, of all or of the account). */
export async function watchScreen(watched: AskedScreen, { cookies, since, gone }: Asking): Promise<Result<Response>> {
  const { staffId } = watched.member
  if (isFull(staffId)) return refuse('TOO_MANY_REQUESTS', { seconds: 30 })
  const read = await readScreen(watched)
  if (!read.ok) return read
  const watch = watchOf(watched)
  await watch.read()
  // Asked again: others of the account may have come during the reading, and were let in.
  if (isFull(staffId)) return refuse('TOO_MANY_REQUESTS', { seconds: 30 })
  const stopAsking = new AbortController()
  const { events, end } = watch.open(since, () => {
    stopAsking.abort()
    screens.streams.delete(stream)
  })
  const stream: Stream = {
    staffId,
    end,
    check: () => checkSession({ cookies, scope: scopeOf(watched.member), end }),
  }
  screens.streams.add(stream)
  if (gone.aborted) end()
  else gone.addEventListener('abort', end, { once: true })
  void checkOften(stream, stopAsking.signal)
  return accept(new Response(events, { headers: HEADERS }))
}

function isFull(staffId: number): boolean {
  const own = [...screens.streams].filter((stream) => stream.staffId === staffId).length
  return screens.streams.size >= MOST.process || own >= MOST.account
}

/** For shutdown: ends all streams, and for tests that change the database. */
export function closeScreens(): void {
  for (const { end } of [...screens.streams]) end()
  screens.watches.clear()
}

/** What two accounts have in common that see the same. */
function scopeOf({ businessIds, featureIds, permissions }: StaffMember): string {
  return JSON.stringify([businessIds, featureIds, [...permissions].sort((one, other) => one - other)])
}

function watchOf(watched: AskedScreen): ScreenWatch {
  const key = JSON.stringify([watched.name, watched.locale, scopeOf(watched.member), watched.query])
  const watch = screens.watches.get(key) ?? new ScreenWatch(watched)
  screens.watches.set(key, watch)
  onDatabaseClose('sales screens', stopWatching)
  if (screens.news.length === 0)
    screens.news = [listenToSales((changed) => void hear(changed)), listenToStaff((staffId) => void checkAll(staffId))]
  screens.beating ??= setInterval(beat, BEAT_MS).unref()
  return watch
}

interface Session {
  readonly cookies: AstroCookies
  readonly scope: string
  readonly end: () => void
}

/** An open dashboard counts as an act of the session. */
async function checkSession({ cookies, scope, end }: Session): Promise<void> {
  const member = await staffOf(cookies).catch(() => 'unknown' as const)
  if (member === undefined || (member !== 'unknown' && scopeOf(member) !== scope)) end()
}

async function checkOften({ check }: Stream, isOver: AbortSignal): Promise<void> {
  const isWaited = () => sleep(ASK_EVERY_MS, true, { ref: false, signal: isOver }).catch(() => false)
  while (await isWaited()) await check()
}

/** One after the other, so that hundreds of dashboards keep nobody waiting. @param staffId whose streams; undefined: everybody's */
async function checkAll(staffId: number | undefined): Promise<void> {
  for (const stream of [...screens.streams]) if (staffId === undefined || stream.staffId === staffId) await stream.check()
}

/** While the database is away nobody says that the numbers are of now. At the end of a business day all screens are read again. */
function beat(): void {
  for (const [key, watch] of screens.watches) {
    if (watch.isOfYesterday) watch.isDue = true
    if (!watch.isOpen) screens.watches.delete(key)
    else if (!watch.isDue) watch.beat()
  }
  void readDue()
}

async function hear(changed: ChangedSales): Promise<void> {
  for (const watch of screens.watches.values()) if (!watch.isDue && (await watch.isAbout(changed).catch(() => true))) watch.isDue = true
  await readDue()
}

/** Reads all screens that sales have changed, one after the other, until none is due. */
async function readDue(): Promise<void> {
  if (screens.isReading) return
  screens.isReading = true
  const late: ScreenWatch[] = []
  try {
    await sleep(GATHER_MS, undefined, { ref: false })
    for (let due = nextDue(); due; due = nextDue()) {
      const startedAt = performance.now()
      const isOfNow = await readingCatchesUp(CATCH_UP_MS)
      await due.read()
      if (!isOfNow) late.push(due)
      await sleep((performance.now() - startedAt) * (REST - 1), undefined, { ref: false })
    }
  } catch {
    // The next beat tries again; dashboards say meanwhile how old they are.
  } finally {
    for (const watch of late) watch.isDue = true
    screens.isReading = false
  }
}

function nextDue(): ScreenWatch | undefined {
  return [...screens.watches.values()].find(({ isDue, isOpen }) => isDue && isOpen)
}

async function stopWatching(): Promise<void> {
  clearInterval(screens.beating)
  screens.beating = undefined
  closeScreens()
  const { news } = screens
  screens.news = []
  await Promise.all(news.map((one) => one.stop()))
}
