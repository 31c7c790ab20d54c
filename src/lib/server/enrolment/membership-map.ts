import { createHash } from 'node:crypto'
import { PACKED_DATES, type PackedDatesAnswer } from '#lib/contract/memberships.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { packRuns } from '#lib/domain/seating/plan/packed-status.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { planBytes } from '#lib/server/catalogue/plan-bytes.ts'
import { accepts, readyAnswer } from '#lib/server/platform/http/answers/ready-answer.ts'
import { ReadyBytes } from '#lib/server/platform/http/answers/ready-bytes.ts'
import { datesBoardOf, type DatesBoard } from '#lib/server/seats/board/dates-board.ts'
import { membershipDates, ticketGroupsOf, type MembershipDates } from './membership-dates.ts'

/** Compressed for every requested version, like the status of one date. */
const QUALITY = 5

type Form = 'packed' | 'wire'

/** Cached answers for visitors without locks, by membership and form. */
const made = new WeakMap<DatesBoard, Map<string, { readonly tag: string; readonly bytes: ReadyBytes }>>()

/**
 * The seats of all dates of a membership, or of one chosen date, for a visitor; empty if the client has this version. Refusals: NOT_FOUND, GENERAL_ERROR.
 * @param asked the membership, and the chosen date or null
 */
export async function membershipMap(
  request: Request,
  asked: { readonly membershipId: number; readonly chosenId: number | null },
  uuid: string | undefined,
): Promise<Result<Response>> {
  const dates = await membershipDates(asked.membershipId, asked.chosenId)
  if (!dates.ok) return dates
  const board = await datesBoardOf(dates.value.presentations.map(({ id }) => id))
  if (!board) return refuse('GENERAL_ERROR')
  const form: Form = accepts(request, PACKED_DATES) ? 'packed' : 'wire'
  const isOwn = board.hasOwn(uuid)
  const name = `${String(asked.membershipId)}.${form}`
  const tag = `${board.version}.${String((await catalogue()).version)}.${name}${isOwn ? `.${shortHash(uuid)}` : ''}`
  const write = () => new ReadyBytes(bodyOf(board, dates.value, form, uuid), QUALITY)
  return accept(
    await readyAnswer(request, {
      body: () => (isOwn ? write() : ready(board, name, tag, write)),
      type: form === 'packed' ? PACKED_DATES : 'application/json; charset=utf-8',
      tag,
      cacheControl: 'private, no-cache',
    }),
  )
}

function ready(board: DatesBoard, name: string, tag: string, write: () => ReadyBytes): ReadyBytes {
  const known = made.get(board) ?? new Map<string, { readonly tag: string; readonly bytes: ReadyBytes }>()
  made.set(board, known)
  const last = known.get(name)
  if (last?.tag === tag) return last.bytes
  const bytes = write()
  known.set(name, { tag, bytes })
  return bytes
}

function bodyOf(board: DatesBoard, dates: MembershipDates, form: Form, uuid: string | undefined): string | Buffer {
  const packed = JSON.stringify(packFor(board, dates, uuid))
  if (form === 'packed') return packed
  const plan = planBytes(board.plan, 'wire').plain // {"seatplan":…}
  return Buffer.concat([plan.subarray(0, plan.length - 1), Buffer.from(`,"dates":${packed}}`)])
}

function packFor(board: DatesBoard, dates: MembershipDates, uuid: string | undefined): PackedDatesAnswer {
  const { sets, seats } = board.packedFor(uuid)
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
