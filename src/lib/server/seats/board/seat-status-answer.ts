import { createHash } from 'node:crypto'
import { PACKED_STATUS } from '#lib/contract/show/seats.ts'
import { accepts, readyAnswer } from '#lib/server/platform/http/answers/ready-answer.ts'
import type { SeatBoard } from './seat-board-memory.ts'
import { packedStatus, rowStatus } from './seat-status.ts'

interface Asked {
  readonly sectionId?: number | undefined
  /** For unpaid holds: seats that cannot be held are shown as unavailable (spec §4). It grants nothing, so everybody may ask. */
  readonly isHold?: boolean | undefined
}

/** The status call's answer: packed if requested, which always covers all seats, otherwise as rows. Empty if the client has this version. */
export function statusAnswer(
  request: Request,
  board: SeatBoard,
  uuid: string | undefined,
  { sectionId, isHold = false }: Asked,
): Promise<Response> {
  const isPacked = accepts(request, PACKED_STATUS)
  const form = `${isPacked ? 'packed' : `rows${sectionId === undefined ? '' : String(sectionId)}`}${isHold ? '.hold' : ''}`
  const viewer = board.hasOwn(uuid) ? `.${shortHash(uuid)}` : ''
  return readyAnswer(request, {
    body: () => (isPacked ? packedStatus(board, uuid, isHold) : rowStatus(board, uuid, sectionId, isHold)),
    type: isPacked ? PACKED_STATUS : 'application/json; charset=utf-8',
    tag: `${board.version}.${form}${viewer}`,
    cacheControl: 'private, no-cache',
  })
}

function shortHash(uuid = ''): string {
  return createHash('sha256').update(uuid).digest('base64url').slice(0, 8)
}
