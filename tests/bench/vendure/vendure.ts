import { percentile, scaled, type Bench } from '../bench.ts'
import { messagesSent, ourSide } from './ours.ts'
import { installPeer, startPeer, VERSION } from './peer.ts'
import { takeTurn, WIDTH, type Side, type Turn } from './side.ts'

const LINES = [4, 1]
const ROUNDS = 3
/** Orders of a turn and of the warm-up. Each turn takes some seconds. */
const OURS = { orders: scaled(300), warmUp: scaled(200) }
const THEIRS = { orders: scaled(64), warmUp: scaled(96) }
/** For the orders above, seats between them and at ends of rows included. */
const SEATS = scaled(14_000)
/** How many times Vendure's rate is wanted. */
const WANTED = 25

interface Sides {
  readonly ours: Side
  readonly theirs: Side
}

/**
 * Whole orders through HTTP beside Vendure's, in turn, on one database server. Here: a lock of each seat, cart, payment form, card, commit. There: variants into the
 * order, customer, address, shipping, payment, in one request. Tickets are issued and mails queued here, and neither there.
 */
export async function benchVendure(bench: Bench): Promise<void> {
  const modules = await installPeer()
  if (modules === undefined) {
    bench.print(`orders beside Vendure: not measured, because Vendure ${VERSION} could not be installed`)
    return
  }
  const peer = await startPeer(modules)
  try {
    const sides = { ours: await ourSide(bench, SEATS), theirs: peer.side }
    await takeTurn(sides.ours, OURS.warmUp, LINES[0] ?? 1)
    await takeTurn(sides.theirs, THEIRS.warmUp, LINES[0] ?? 1)
    for (const lines of LINES) bench.print(await compare(sides, lines))
  } finally {
    await peer.stop()
  }
}

async function compare({ ours, theirs }: Sides, lines: number): Promise<string> {
  const rounds: { readonly our: Turn; readonly their: Turn }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const our = await takeTurn(ours, OURS.orders, lines)
    await messagesSent()
    rounds.push({ our, their: await takeTurn(theirs, THEIRS.orders, lines) })
  }
  const middle = (of: (round: (typeof rounds)[number]) => number) => percentile(rounds.map(of), 0.5)
  const last = rounds.at(-1)
  return (
    `orders of ${String(lines)} ${lines === 1 ? 'line' : 'lines'} from the choice to the paid order, ${String(WIDTH)} at once: ${middle(({ our }) => our.rate).toFixed(1)}/s, ` +
    `Vendure ${VERSION} in turn with them ${middle(({ their }) => their.rate).toFixed(1)}/s ` +
    `(median ratio of ${String(ROUNDS)} rounds ${middle(({ our, their }) => our.rate / their.rate).toFixed(1)}; at least ${String(WANTED)} wanted); ` +
    `in the last round here ${last?.our.timeOfEach ?? ''}, there ${last?.their.timeOfEach ?? ''}`
  )
}
