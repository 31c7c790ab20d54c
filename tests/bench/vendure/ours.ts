import { database } from '#lib/server/platform/db/connect.ts'
import { until } from '#tests/support/until.ts'
import { inParallel, type Bench } from '../bench.ts'
import { readHouse } from '../load/house.ts'
import { Tally } from '../load/tally.ts'
import { Visit } from '../load/visit.ts'
import { LoadVisitor, shopAt } from '../load/visitor.ts'
import { addressOf, freeSeatsOf, type SeatRow } from '../stadium-seats.ts'
import { WIDTH, type Side } from './side.ts'

/** For the messages of a turn, in ms. */
const PATIENCE = 120_000
/** Free seats that stay beside each party: an order that leaves one seat alone is refused. */
const APART = 2

/**
 * Orders of one seat a line: each seat is locked by a call of its own, then cart, payment form, card and commit. With one line 5 requests, with four 8.
 * @param seats how many may be needed, those between the parties included
 */
export async function ourSide({ origin, pid }: Bench, seats: number): Promise<Side> {
  const shop = shopAt(origin, WIDTH)
  const house = await readHouse(shop, undefined, false)
  const free = [...(await freeSeatsOf(house.presentation.id, seats))]
  const prepare = async (orders: number, lines: number) => {
    const plan = { quantity: lines, isChoosing: () => true, isBuying: true, isOver: () => true }
    const prepared: (() => Promise<void>)[] = []
    const parties = Array.from({ length: orders }, () => takeParty(free, lines).map(addressOf))
    await inParallel(parties, WIDTH, async (party) => {
      const visitor = new LoadVisitor(shop)
      await visitor.openPage('/', plan.isOver)
      prepared.push(async () => {
        const tally = new Tally()
        await new Visit(visitor, { house, plan, tally }).buy(party)
        const { orders: bought, errors } = tally.report(1, 1)
        if (bought !== 1) throw new Error(`An order ended early: ${JSON.stringify(errors)}`)
      })
    })
    return prepared
  }
  return { pid, prepare }
}

/** Takes a party who sit side by side from the front of these seats. */
function takeParty(free: SeatRow[], size: number): readonly SeatRow[] {
  const block = size + APART
  while (free.length >= block) {
    const [first, last] = [free[0], free[block - 1]]
    const isOneRow = first?.section_id === last?.section_id && first?.y === last?.y && (last?.x ?? 0) - (first?.x ?? 0) === block - 1
    const taken = free.splice(0, isOneRow ? block : 1)
    if (isOneRow) return taken.slice(0, size)
  }
  throw new Error('Too few seats are free side by side.')
}

/** Waits until the messages of our orders are sent, so that they burden nobody else's turn. */
export async function messagesSent(): Promise<void> {
  const due = `SELECT count(*)::int AS due FROM outbox WHERE state = 'queued' AND next_attempt_at <= now()`
  const isEmpty = async () => (await database().query<{ due: number }>(due)).rows[0]?.due === 0
  await until(isEmpty, 'the end of the messages', PATIENCE)
}
