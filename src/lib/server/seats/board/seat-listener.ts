import { Listener } from '#lib/server/platform/db/listener.ts'
import { CHANNEL, type SeatNotice, seatNews } from '#lib/server/seats/claims/seat-changes.ts'
import { engine } from './seat-engine.ts'

/** The connection that receives other processes' seat changes. While it is down, boards refresh at short intervals. */
export function listenToSeats(): Listener {
  return new Listener({ name: 'shura seats', channel: CHANNEL, hear, begin: markBoardsOutdated })
}

/** Notifications sent while nobody listened are lost: boards are read as a whole. */
function markBoardsOutdated(): void {
  for (const board of engine().boards.values()) board.markOutdated()
}

function hear(payload: string | undefined): void {
  const notice = parse(payload)
  if (isNotice(notice) && notice.from !== seatNews().name) engine().boards.get(notice.presentationId)?.tell(notice.seats)
}

function parse(payload = ''): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}

/** Validates the payload, because any database user can send one. */
function isNotice(notice: unknown): notice is SeatNotice {
  if (typeof notice !== 'object' || notice === null) return false
  if (!('from' in notice && 'presentationId' in notice && 'seats' in notice)) return false
  return typeof notice.presentationId === 'number' && Array.isArray(notice.seats) && notice.seats.every(Number.isInteger)
}
