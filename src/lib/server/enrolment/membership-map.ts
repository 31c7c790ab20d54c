import { createHash } from 'node:crypto'
import { PACKED_DATES, type PackedDatesAnswer } from '#lib/contract/area/memberships.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { packRuns } from '#lib/domain/seating/plan/packed-status.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { planBytes } from '#lib/server/catalogue/plan-bytes.ts'
import { accepts, readyAnswer } from '#lib/server/platform/http/answers/ready-answer.ts'
import { ReadyBytes } from '#lib/server/platform/http/answers/ready-bytes.ts'
import { seatsKeptOnDates } from '#lib/server/seats/board/kept-seats-read.ts'
import { datesBoardOf, type DatesBoard } from '#lib/server/seats/board/dates-board.ts'
import type { Locale } from '#lib/text/locales.ts'
import { membershipDates, ticketGroupsOf, type MembershipDates } from './membership-dates.ts'

/** Compressed for every requested version, like the status of one date. */
const QUALITY = 5

type Form = 'packed' | 'wire'

/** Cached answers for visitors without locks, by membership and form. */
const made = new WeakMap<DatesBoard, Map<string, { readonly tag: string; readonly bytes: ReadyBytes }>>()

/** Who looks at a map, and in which language. */
interface Reader {
  readonly uuid: string | undefined
  readonly locale: Locale
}

/**
 * The seats of all dates of a membership, or of one chosen date, for a visitor; empty if the client has this version. Refusals: NOT_FOUND, GENERAL_ERROR.
 * @param asked the membership, and the chosen date or null
 */
export async function membershipMap(
  request: Request,
  asked: { readonly membershipId: number; readonly chosenId: number | null },
  { uuid, locale }: Reader,
): Promise<Result<Response>> {
  const dates = await membershipDates(asked.membershipId, asked.chosenId)
  if (!dates.ok) return dates
  const board = await datesBoardOf(
    dates.value.presentations.map(({ id }) => id),
    asked.membershipId,
  )
  if (!board) return refuse('GENERAL_ERROR')
  const form: Form = accepts(request, PACKED_DATES) ? 'packed' : 'wire'
  const open = await openOnDates(board, uuid)
  const isOwn = board.hasOwn(uuid) || open.some((seats) => seats.length > 0)
  const name = `${String(asked.membershipId)}.${form}${form === 'wire' ? `.${locale}` : ''}`
  const tag = `${board.version}.${String((await catalogue()).version)}.${name}${isOwn ? `.${shortHash(uuid)}` : ''}`
  const write = () => new ReadyBytes(bodyOf({ board, dates: dates.value, uuid, open, locale }, form), QUALITY)
  return accept(
    await readyAnswer(request, {
      body: () => (isOwn ? write() : ready(board, { name, tag }, write)),
      type: form === 'packed' ? PACKED_DATES : 'application/json; charset=utf-8',
      tag,
      cacheControl: 'private, no-cache',
    }),
  )
}

function ready(board: DatesBoard, { name, tag }: { readonly name: string; readonly tag: string }, write: () => ReadyBytes): ReadyBytes {
  const known = made.get(board) ?? new Map<string, { readonly tag: string; readonly bytes: ReadyBytes }>()
  made.set(board, known)
  const last = known.get(name)
  if (last?.tag === tag) return last.bytes
  const bytes = write()
  known.set(name, { tag, bytes })
  return bytes
}

/** A map for one visitor. */
interface Seen extends Reader {
  readonly board: DatesBoard
  readonly dates: MembershipDates
  /** Indexes of the seats that are kept for the visitor alone, by date. */
  readonly open: readonly (readonly number[])[]
}

/** Indexes of the seats that are kept for a visitor who renews, by date. */
async function openOnDates(board: DatesBoard, uuid: string | undefined): Promise<readonly (readonly number[])[]> {
  if (uuid === undefined || !board.boards.some(({ hasKept }) => hasKept)) return []
  const kept = await seatsKeptOnDates(board.presentationIds, uuid, board.membershipId)
  return board.boards.map((one) => {
    const ids = one.freeAmongKept(kept.get(one.presentation.id) ?? [])
    return ids.map((id) => one.plan.indexById.get(id) ?? -1).filter((at) => at >= 0)
  })
}

function bodyOf(seen: Seen, form: Form): string | Buffer {
  const { board, locale } = seen
  const packed = JSON.stringify(packFor(seen))
  if (form === 'packed') return packed
  const plan = planBytes(board.plan, 'wire', locale).plain // {"seatplan":…}
  return Buffer.concat([plan.subarray(0, plan.length - 1), Buffer.from(`,"dates":${packed}}`)])
}

function packFor({ board, dates, uuid, open }: Seen): PackedDatesAnswer {
  const { sets, seats } = board.packedFor(uuid, open)
  const groups = new Map<string, number>()
  const groupOf = (category: string): number => {
    const known = groups.get(category) ?? ticketGroupsOf(dates, category)[0] ?? 0
    groups.set(category, known)
    return known
  }
  return {
    version: board.version,
    planVersion: board.plan.version,
    presentationIds: [...board.presentationIds],
    sets: sets.map((one) => [...one]),
    seats: [...seats],
    ticketGroup: packRuns(board.plan.seats.map(({ category }) => groupOf(category))),
    yours: [...board.ownOnAll(uuid)],
  }
}

function shortHash(uuid = ''): string {
  return createHash('sha256').update(uuid).digest('base64url').slice(0, 8)
}
