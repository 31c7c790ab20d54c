import { createHash } from 'node:crypto'
import { PACKED_STATUS } from '#lib/contract/show/seats.ts'
import { accepts, readyAnswer } from '#lib/server/platform/http/answers/ready-answer.ts'
import { producerViewOf, type LookingProducer } from './producer-view.ts'
import type { SeatBoard } from './seat-board-memory.ts'
import { packedStatus, rowStatus, type RowPart } from './seat-status.ts'

interface Asked extends RowPart {
  /** The visitor; undefined: somebody without locks. */
  readonly uuid: string | undefined
  /** For unpaid holds: seats that cannot be held are shown as unavailable (spec §4). It grants nothing, so everybody may ask. */
  readonly isHold?: boolean | undefined
  /** Who sells the presentation as a producer; left out: it is looked at in the shop. */
  readonly producer?: LookingProducer | undefined
}

/** The status call's answer: packed if requested, which always covers all seats, otherwise as rows, also of a part. Empty if the client has this version. */
export async function statusAnswer(
  request: Request,
  board: SeatBoard,
  { uuid, sectionId, isReserved = false, isHold = false, producer }: Asked,
): Promise<Response> {
  const isPacked = accepts(request, PACKED_STATUS)
  const form = `${isPacked ? 'packed' : `rows${sectionId === undefined ? '' : String(sectionId)}${isReserved ? '.reserved' : ''}`}${isHold ? '.hold' : ''}`
  const view = producer && (await producerViewOf(board, producer))
  const viewer = board.hasOwn(uuid) ? `.${shortHash(uuid)}` : ''
  const seller = view ? `.${shortHash(JSON.stringify([producer.allocationIds, view.held]))}` : ''
  const look = { isHold, producer: view }
  return readyAnswer(request, {
    body: () => (isPacked ? packedStatus(board, uuid, look) : rowStatus(board, uuid, { ...look, sectionId, isReserved })),
    type: isPacked ? PACKED_STATUS : 'application/json; charset=utf-8',
    tag: `${board.version}.${form}${viewer}${seller}`,
    cacheControl: 'private, no-cache',
  })
}

function shortHash(text = ''): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 8)
}
