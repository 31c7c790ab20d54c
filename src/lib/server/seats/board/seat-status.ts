import type { PackedStatus, SeatsChange } from '#lib/contract/show/seats.ts'
import { packRuns } from '#lib/domain/seating/plan/packed-status.ts'
import { NO_ALLOCATION, PARTLY, type HallStates } from '#lib/domain/seating/rules/seat-states.ts'
import { SEAT_STATUS } from '#lib/domain/seating/plan/seatplan.ts'
import { isNeverHeld } from '#lib/domain/orders/unpaid-hold.ts'
import { ReadyBytes } from '#lib/server/platform/http/answers/ready-bytes.ts'
import type { SeatBoard } from './seat-board-memory.ts'
import type { ProducerView } from './producer-view.ts'
import type { Touched } from './seat-log.ts'

/** Answers that are the same for everybody without locks, computed once per version of a board. */
interface Made {
  readonly version: string
  packed?: ReadyBytes
  rows?: ReadyBytes
  /** For unpaid holds. */
  heldPacked?: ReadyBytes
}

/** Compressed for every requested version: the highest quality costs more time than its bytes save. */
const QUALITY = 5
const made = new WeakMap<SeatBoard, Made>()

function madeOf(board: SeatBoard): Made {
  const known = made.get(board)
  if (known?.version === board.version) return known
  const fresh = { version: board.version }
  made.set(board, fresh)
  return fresh
}

/** What seats are looked at for; left out: to buy them. */
export interface StatusView {
  /** To hold them: those that cannot be held without paying are unavailable. */
  readonly isHold?: boolean
  /** For who sells them. */
  readonly producer?: ProducerView | undefined
}

/** The packed status of all seats for a visitor. */
export function packedStatus(board: SeatBoard, uuid: string | undefined, { isHold = false, producer }: StatusView = {}): ReadyBytes {
  if (producer) return new ReadyBytes(JSON.stringify(packForProducer(board, uuid, producer)), QUALITY)
  if (board.hasOwn(uuid)) return new ReadyBytes(JSON.stringify(packStates(board, uuid, isHold)), QUALITY)
  if (isHold) return (madeOf(board).heldPacked ??= new ReadyBytes(JSON.stringify(packStates(board, undefined, true)), QUALITY))
  return (madeOf(board).packed ??= new ReadyBytes(JSON.stringify(packStates(board, undefined)), QUALITY))
}

function packStates(board: SeatBoard, uuid: string | undefined, isHold = false): PackedStatus {
  const states = uuid === undefined ? board.states : board.statesOf(uuid)
  return pack(board, uuid, isHold ? withoutUnheld(board, states, uuid) : states)
}

/** Free seats of other allocations cannot be chosen, and look otherwise than taken ones; places of others are none. */
function packForProducer(board: SeatBoard, uuid: string | undefined, { apart, held, sells }: ProducerView): PackedStatus {
  const states = board.statesOf(uuid)
  for (const at of apart) states.status[at] = PARTLY
  const packed = pack(board, uuid, states)
  const places = Object.entries(packed.places).map(([id, area]) => [
    id,
    sells(area.allocation) ? area : { ...area, allocation: NO_ALLOCATION },
  ])
  return { ...packed, held, places: Object.fromEntries(places) as PackedStatus['places'] }
}

function pack(board: SeatBoard, uuid: string | undefined, { status, allocation, ticketGroup }: HallStates): PackedStatus {
  return {
    version: board.version,
    planVersion: board.plan.version,
    status: packRuns(status),
    allocation: packRuns(allocation),
    ticketGroup: packRuns(ticketGroup),
    places: board.placesOf(uuid),
  }
}

function withoutUnheld(board: SeatBoard, { status, allocation, ticketGroup }: HallStates, uuid: string | undefined): HallStates {
  const [codes, allocations] = [status.slice(), allocation.slice()]
  for (const at of unheldSeats(board, uuid)) {
    codes[at] = SEAT_STATUS.held
    allocations[at] = NO_ALLOCATION
  }
  return { status: codes, allocation: allocations, ticketGroup }
}

/** Seats that cannot be held without paying, except those that the visitor has locked already and may release. */
function unheldSeats(board: SeatBoard, uuid: string | undefined): number[] {
  const { hall } = board.plan
  const own = new Set(board.ownSeats(uuid))
  const unheld: number[] = []
  for (let at = 0; at < hall.count; at++) if (isNeverHeld(hall, at) && !own.has(at)) unheld.push(at)
  return unheld
}

/** Of which seats rows are: left out, of all; of one section; true: of numbered seats alone. */
export interface RowPart {
  readonly sectionId?: number | undefined
  readonly isReserved?: boolean | undefined
}

/** What rows are looked at for, and of which seats they are. */
type RowView = RowPart & StatusView

/** The status rows (spec §7) of all seats, or of a part, for a visitor; a producer has none of the free seats and places of other allocations. */
export function rowStatus(board: SeatBoard, uuid: string | undefined, view: RowView = {}): ReadyBytes {
  if (view.isHold || view.producer || view.sectionId !== undefined || view.isReserved || board.hasOwn(uuid))
    return new ReadyBytes(writeRows(board, uuid, view), QUALITY)
  return (madeOf(board).rows ??= new ReadyBytes(writeRows(board, undefined), QUALITY))
}

function writeRows(
  board: SeatBoard,
  uuid: string | undefined,
  { sectionId, isReserved = false, isHold = false, producer }: RowView = {},
): Buffer {
  const { sections, count } = board.plan.hall
  const { first, end } =
    sectionId === undefined ? { first: 0, end: count } : (sections.find(({ id }) => id === sectionId) ?? { first: 0, end: 0 })
  const barred = [...(isHold ? unheldSeats(board, uuid) : []), ...(producer?.apart ?? [])]
  const seats = board.rows.copy(first, end, { own: board.ownSeats(uuid), open: board.openTo(uuid), barred })
  const all = isReserved ? [] : Object.entries(board.placesOf(uuid, sectionId === undefined ? undefined : new Set([sectionId])))
  const areas = producer ? all.filter(([, { allocation }]) => producer.sells(allocation)) : all
  const rows = areas.flatMap(([id, places]) => areaRows(Number(id), places)).join()
  const places = Object.fromEntries(areas.map(([id, { capacity, free, yours }]) => [id, { capacity, free, yours }]))
  const comma = seats.length > 0 && rows !== '' ? ',' : ''
  return Buffer.concat([Buffer.from('{"seats":['), seats, Buffer.from(`${comma}${rows}],"places":${JSON.stringify(places)}}`)])
}

/**
 * A general-admission section has one row while places are free or the visitor has some, and none if it is full: a section without seats is sold out (spec §4).
 */
function areaRows(id: number, { free, yours, allocation, ticketGroup }: PackedStatus['places'][string]): string[] {
  if (allocation === NO_ALLOCATION || free + yours === 0) return []
  return [JSON.stringify([id, 0, null, null, allocation, ticketGroup, free > 0 ? SEAT_STATUS.available : SEAT_STATUS.selected])]
}

/** The current state of touched seats and sections, as a visitor sees it. */
export function describeChange(board: SeatBoard, { seats, sections }: Touched, uuid: string | undefined): SeatsChange {
  const own = new Set(board.ownSeats(uuid))
  const open = new Set(board.openTo(uuid))
  const codeOf = (at: number) => (open.has(at) ? SEAT_STATUS.available : (status[at] ?? 0))
  const { status, allocation } = board.states
  return {
    version: board.version,
    seats: [...seats]
      .sort((a, b) => a - b)
      .flatMap((at) => [at, own.has(at) ? SEAT_STATUS.selected : codeOf(at), allocation[at] ?? NO_ALLOCATION]),
    places: sections.size > 0 ? board.placesOf(uuid, sections) : {},
  }
}
