import type { AnswerOf } from '#lib/contract/endpoint.ts'
import { getSeatsStatus } from '#lib/contract/show/seats.ts'
import { boardOf } from '#lib/server/seats/board/seat-board.ts'
import { rowStatus } from '#lib/server/seats/board/seat-status.ts'

/** The state of every seat for one visitor, as the status call answers it in rows; undefined for an unknown presentation. */
export async function seatsStatus(
  presentationId: number,
  sectionId: number | undefined,
  uuid: string | undefined,
): Promise<AnswerOf<typeof getSeatsStatus> | undefined> {
  const board = await boardOf(presentationId)
  return board && getSeatsStatus.answer.parse(JSON.parse(rowStatus(board, uuid, { sectionId }).plain.toString()))
}
