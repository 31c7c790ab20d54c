import { database } from '#lib/server/platform/db/connect.ts'
import { engine } from './seat-engine.ts'
import { readTaken, type SeenCounts, type TakenCounts } from './taken-counts.ts'

const FRESH_FOR = 1_000
/** Counting uses at most one part in this many of the database's time, however many seats are locked. */
const REST = 20

let counted: SeenCounts | undefined
let countedAt = 0
/** How long the last two counts took: one that was late for another reason does not put off the next. In ms. */
let took: readonly [last: number, before: number] = [0, 0]
let counting: Promise<SeenCounts> | undefined

/** Number of seats and places of each presentation that are locked, being paid, sold or kept for subscribers, at most about a second old. Another object after each count. */
export async function takenByPresentation(): Promise<TakenCounts> {
  if (counted && Date.now() - countedAt < Math.max(FRESH_FOR, REST * Math.min(...took))) return counted
  return (counting ??= count().finally(() => (counting = undefined)))
}

/** Takes counts of watched presentations from their boards, so that the busiest ones are not counted in the database each second. */
async function count(): Promise<SeenCounts> {
  const onBoards = new Map([...engine().boards].flatMap(([id, { taken }]) => (taken === undefined ? [] : [[id, taken] as const])))
  const startedAt = Date.now()
  counted = await readTaken(counted, onBoards)
  countedAt = Date.now()
  took = [countedAt - startedAt, took[0]]
  return counted
}

/** Adds what has changed to the counts; does nothing while somebody else is at it. Who reads adds both, so that no count is late. */
export async function foldTaken(): Promise<void> {
  await database().query({ name: 'fold-taken', text: 'SELECT fold_taken() AS folded' })
}

/** @returns of how many presentations the count of taken seats was not that of the claims; they are right after that if `repairs`. */
export async function checkTaken(repairs: boolean): Promise<number> {
  const text = repairs ? 'SELECT repair_taken()::int AS amiss' : 'SELECT count(*)::int AS amiss FROM taken_amiss()'
  const { rows } = await database().query<{ amiss: number }>(text)
  return rows[0]?.amiss ?? 0
}
