import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PackedStatus, SeatsChange, SeatStatusTuple } from '#lib/contract/show/seats.ts'
import { unpackRuns } from '#lib/domain/seating/plan/packed-status.ts'
import { plainPresentation } from '#tests/domain/catalogue/catalogue-fixtures.ts'
import type { PlanSeat } from '#lib/domain/seating/plan/seatplan.ts'
import type { Claim } from '#lib/server/seats/board/seat-claims-read.ts'
import { SeatBoard } from '#lib/server/seats/board/seat-board-memory.ts'
import { nothingTouched, SeatLog } from '#lib/server/seats/board/seat-log.ts'
import { describeChange, packedStatus, rowStatus } from '#lib/server/seats/board/seat-status.ts'
import { indexPlan } from '#lib/server/catalogue/seatplans.ts'

const VISITORS = ['dana', 'omer', 'noa'] as const

/** Section 1: four seats sold under allocation 70000 and two that nobody can buy. Section 2: five places. Section 3: one seat. */
const SEATS = [1, 2, 3, 4, 5, 6, 7].map((id): PlanSeat => ({
  id,
  sectionId: id === 7 ? 3 : 1,
  groupId: 0,
  x: id,
  y: 1,
  seatplanX: id * 30,
  seatplanY: 0,
  rotate: 0,
  rowName: '1',
  seatName: String(id),
  category: id === 5 || id === 6 ? 'X' : 'A',
  features: [],
}))
const AREA = { name: '', outline: [], labelX: 0, labelY: 0 }
const PLAN = indexPlan({
  id: 1,
  venueId: 1,
  name: '',
  version: 'v1',
  width: 1,
  height: 1,
  stage: null,
  sections: [
    { ...AREA, id: 1, isReserved: true, capacity: 6, firstPlace: null, category: null },
    { ...AREA, id: 2, isReserved: false, capacity: 5, firstPlace: 1_000, category: 'G' },
    { ...AREA, id: 3, isReserved: true, capacity: 1, firstPlace: null, category: null },
  ],
  seats: SEATS,
})

const PRESENTATION = plainPresentation({
  prices: [
    { category: 'A', ticketGroupId: 4, allocationId: 70_000 },
    { category: 'X', ticketGroupId: 5, allocationId: -1 },
    { category: 'G', ticketGroupId: 6, allocationId: 3 },
  ],
})

const anyClaim = fc.oneof(
  fc.constantFrom(...VISITORS).map((holder): Claim => ({ state: 'H', holder, dueAt: 1e9 })),
  fc.constantFrom('P' as const, 'S' as const).map((state): Claim => ({ state, holder: null, dueAt: Infinity })),
  fc.constant(undefined),
)
const anyId = fc.constantFrom(...SEATS.map(({ id }) => id), 1_000, 1_001, 1_002, 1_003, 1_004, 9_999_999)
const anySteps = fc.array(
  fc.record({ changes: fc.dictionary(anyId.map(String), anyClaim, { maxKeys: 5 }), isWhole: fc.boolean(), isLooked: fc.boolean() }),
  { maxLength: 12 },
)

/** The expected status answer, computed seat by seat. */
function expectedRows(claims: ReadonlyMap<number, Claim>, uuid: string | undefined): SeatStatusTuple[] {
  const rows = SEATS.map(({ id, sectionId, x, category }): SeatStatusTuple => {
    const claim = claims.get(id)
    const allocation = category === 'X' || claim?.state === 'S' ? -1 : 70_000
    const isOwn = claim?.state === 'H' && claim.holder === uuid && category !== 'X'
    return [sectionId, 0, x, 1, allocation, category === 'X' ? 5 : 4, isOwn ? 2 : claim || category === 'X' ? 3 : 1]
  })
  const { free, yours } = expectedPlaces(claims, uuid)
  return free + yours === 0 ? rows : [...rows, [2, 0, null, null, 3, 6, free > 0 ? 1 : 2]]
}

function expectedPlaces(claims: ReadonlyMap<number, Claim>, uuid: string | undefined) {
  const taken = [...claims].filter(([id]) => id >= 1_000 && id < 1_005)
  return { capacity: 5, free: 5 - taken.length, yours: taken.filter(([, { holder }]) => holder !== null && holder === uuid).length }
}

function rowsOf(board: SeatBoard, uuid: string | undefined, sectionId?: number): { seats: SeatStatusTuple[]; places: unknown } {
  const answer: { seats: SeatStatusTuple[]; places: unknown } = JSON.parse(rowStatus(board, uuid, { sectionId }).plain.toString())
  return answer
}

/** A client that loads a packed status once and then applies changes. */
class Client {
  readonly uuid: string | undefined
  version = ''
  readonly seats: { status: number; allocation: number }[] = []
  places: PackedStatus['places'] = {}

  constructor(board: SeatBoard, uuid: string | undefined) {
    this.uuid = uuid
    const packed: PackedStatus = JSON.parse(packedStatus(board, uuid).plain.toString())
    const status = unpackRuns(packed.status, new Uint8Array(SEATS.length))
    const allocation = unpackRuns(packed.allocation, new Int32Array(SEATS.length))
    this.seats = SEATS.map((_seat, at) => ({ status: status[at] ?? 0, allocation: allocation[at] ?? 0 }))
    this.places = packed.places
    this.version = packed.version
  }

  follow(board: SeatBoard): void {
    const touched = board.touchedSince(this.version)
    if (!touched) throw new Error('the board does not know its own version')
    // A visitor who is not affected gets what everybody gets.
    const change: SeatsChange = describeChange(board, touched, board.concerns(touched, this.uuid) ? this.uuid : undefined)
    for (let at = 0; at < change.seats.length; at += 3) {
      const [seat = 0, status = 0, allocation = 0] = change.seats.slice(at, at + 3)
      this.seats[seat] = { status, allocation }
    }
    this.places = { ...this.places, ...change.places }
    this.version = change.version
  }
}

describe('R4.12 R4.13 R4.14 R4.15 R7.50 a board', () => {
  test('shows the truth about every seat and place to every visitor after any changes, in rows, packed and as changes', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const claims = new Map<number, Claim>()
        const board = new SeatBoard(PLAN, PRESENTATION, claims)
        const clients = [undefined, ...VISITORS].map((uuid) => new Client(board, uuid))
        for (const { changes, isWhole, isLooked } of steps) {
          const ids = Object.keys(changes).map(Number)
          for (const id of ids) {
            const claim = changes[id]
            if (claim) claims.set(id, claim)
            else claims.delete(id)
          }
          if (isWhole) board.take(claims)
          else board.take(new Map([...claims].filter(([id]) => ids.includes(id))), ids)
          if (!isLooked) continue
          for (const client of clients) {
            client.follow(board)
            expect(rowsOf(board, client.uuid).seats).toEqual(expectedRows(claims, client.uuid))
            expect(rowsOf(board, client.uuid).places).toEqual({ 2: expectedPlaces(claims, client.uuid) })
            expect({ ...client }).toEqual({ ...new Client(board, client.uuid) })
            expect(client.seats.map(({ status }) => status)).toEqual(
              expectedRows(claims, client.uuid).flatMap((row) => (row[2] === null ? [] : [row[6]])),
            )
          }
        }
      }),
      { numRuns: 400 },
    )
  })

  test('R7.49 answers one section on request, and nothing for an unknown one', () => {
    const board = new SeatBoard(PLAN, PRESENTATION, new Map())
    expect(rowsOf(board, undefined, 3)).toEqual({ seats: [[3, 0, 7, 1, 70_000, 4, 1]], places: {} })
    expect(rowsOf(board, undefined, 2)).toEqual({ seats: [[2, 0, null, null, 3, 6, 1]], places: { 2: { capacity: 5, free: 5, yours: 0 } } })
    expect(rowsOf(board, undefined, 8)).toEqual({ seats: [], places: {} })
  })

  test('has nothing of a sold-out presentation for anybody, including their own locks', () => {
    const held: Claim = { state: 'H', holder: 'dana', dueAt: 1e9 }
    const board = new SeatBoard(PLAN, { ...PRESENTATION, soldout: true }, new Map([[1, held]]))
    expect(rowsOf(board, 'dana').seats.map((row) => row[6])).toEqual([3, 3, 3, 3, 3, 3, 3])
  })

  test('keeps its version while nothing visible has changed, and rejects versions of other boards', () => {
    const held: Claim = { state: 'H', holder: 'dana', dueAt: 1e9 }
    const board = new SeatBoard(PLAN, PRESENTATION, new Map([[1, held]]))
    const { version } = board
    expect(board.take(new Map([[1, { ...held, dueAt: 2e9 }]]))).toBe(false)
    expect(board.version).toBe(version)
    expect(board.take(new Map())).toBe(true)
    expect(board.version).not.toBe(version)
    for (const other of [
      '',
      'x.0',
      version.replace(/\d+$/, '99'),
      version.replace(/\d+$/, '-1'),
      new SeatBoard(PLAN, PRESENTATION, new Map()).version,
    ])
      expect(board.touchedSince(other)).toBeUndefined()
  })

  test('knows which locks are due, also after an extension', () => {
    const held = (dueAt: number): Claim => ({ state: 'H', holder: 'dana', dueAt })
    const board = new SeatBoard(
      PLAN,
      PRESENTATION,
      new Map([
        [1, held(100)],
        [2, held(200)],
        [1_000, held(100)],
      ]),
    )
    expect(board.due(99)).toEqual([])
    expect(board.due(100).sort((a, b) => a - b)).toEqual([1, 1_000])
    expect(board.due(150)).toEqual([])
    board.take(new Map([[1, held(400)]]), [1, 1_000])
    expect(board.due(200)).toEqual([2])
    board.take(new Map(), [2])
    expect(board.due(399)).toEqual([])
    expect(board.due(400)).toEqual([1])
  })
})

test('drops the oldest changes of a log that is too long, and says so', () => {
  const log = new SeatLog(0)
  const touchedBy = (seat: number) => ({ ...nothingTouched(), seats: new Set([seat]) })
  for (let counter = 1; counter <= 3_000; counter++) log.add(counter, touchedBy(counter))
  expect(log.since(0)).toBeUndefined()
  expect([...(log.since(2_998)?.seats ?? [])].sort()).toEqual([2_999, 3_000])
  expect(log.since(3_000)?.seats.size).toBe(0)
})
