import { atom } from 'nanostores'
import type { PackedStatus } from '#lib/contract/show/seats.ts'
import { PARTLY } from '#lib/domain/seating/rules/seat-states.ts'
import { SEAT_STATUS } from '#lib/domain/seating/plan/seatplan.ts'
import { seatCalls, type SeatCalls } from './seat-calls.ts'
import { $status, choosing } from './seats-state.ts'

/** What producers hold is told with the whole status alone: it is asked for so often, and an answer without change is empty. */
const POLL_MS = 1_000

/** Marked seats, by index: held by oneself, and by a colleague who sells the same allocation. */
export interface Marks {
  readonly mine: ReadonlySet<number>
  readonly shared: ReadonlySet<number>
}

const NONE: Marks = { mine: new Set(), shared: new Set() }

/** The seats that the map and the list mark. */
export const $marks = atom<Marks>(NONE)

/** Held for allocations that one does not sell. */
let closed: ReadonlySet<number> = new Set()

/** What is said of seats: held by oneself, by a colleague, for another allocation; free, but of another allocation. */
export type ProducerWords = Readonly<Record<'mine' | 'shared' | 'closed' | 'apart', string>>

/** Lets the map tell a producer which seats producers hold, and why those of others are not to be had. Nothing on the server, where all visitors' pages are drawn with the same calls. */
export function sellAsProducer(words: ProducerWords): void {
  if (typeof document === 'undefined') return
  const ofShop = { ...seatCalls }
  Object.assign(seatCalls, {
    pollMs: POLL_MS,
    async status(presentation, etag) {
      const answer = await ofShop.status(presentation, etag)
      if (answer.ok) note(answer.value.held)
      return answer
    },
    why: (seat) => whyOf(words, seat),
  } satisfies Partial<SeatCalls>)
}

function whyOf(words: ProducerWords, seat: number): string {
  const code = choosing()?.states.status[seat]
  if (code === SEAT_STATUS.selected) return ''
  if (code === PARTLY) return words.apart
  if (closed.has(seat)) return words.closed
  const { mine, shared } = $marks.get()
  if (code !== SEAT_STATUS.available) return ''
  return mine.has(seat) ? words.mine : shared.has(seat) ? words.shared : ''
}

function note(held: PackedStatus['held']): void {
  const before = [...$marks.get().mine, ...$marks.get().shared, ...closed]
  const now = { mine: new Set(held?.mine), shared: new Set(held?.shared) }
  closed = new Set(held?.closed)
  $marks.set(now)
  const changed = [...new Set([...before, ...now.mine, ...now.shared, ...closed])]
  // After the status itself is taken: what a seat is said to be changes also where its state does not.
  setTimeout(() => {
    const shown = $status.get()
    if (shown && changed.length > 0) $status.set({ ...shown, changed, isPolled: false })
  })
}
