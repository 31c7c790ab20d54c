import { inParallel } from '../bench.ts'
import { processorTime, timeOfEach } from '../cpu.ts'

export const WIDTH = 16

/** One of two shops that take orders in turn. */
export interface Side {
  /** Of the shop's process. */
  readonly pid: number
  /** Visitors with a session, each of whom places one order of so many lines when called. An order that is not paid throws. */
  readonly prepare: (orders: number, lines: number) => Promise<readonly (() => Promise<void>)[]>
}

export interface Turn {
  /** Orders a second. */
  readonly rate: number
  readonly timeOfEach: string
}

export async function takeTurn({ pid, prepare }: Side, orders: number, lines: number): Promise<Turn> {
  const prepared = await prepare(orders, lines)
  const before = await processorTime(pid)
  const startedAt = performance.now()
  await inParallel(prepared, WIDTH, (order) => order())
  const rate = (orders * 1_000) / (performance.now() - startedAt)
  return { rate, timeOfEach: timeOfEach(before, await processorTime(pid), orders) }
}
