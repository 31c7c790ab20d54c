import { EXIT, type Terminal } from '#lib/server/platform/terminal/terminal.ts'
import { sendVisitors } from './arrivals.ts'
import { isThisMachine, readAsked, USAGE, type Asked } from './asked.ts'
import { readHouse } from './house.ts'
import { linesOf, Tally, type Report } from './tally.ts'
import { Visit, type Plan } from './visit.ts'
import { addressOfVisitor, LoadVisitor, shopAt } from './visitor.ts'

/** @param ask puts a question to who sits at the terminal; undefined: nobody does */
export async function loadFromTerminal(
  args: readonly string[],
  terminal: Terminal,
  ask?: (question: string) => Promise<string>,
): Promise<number> {
  let asked: Asked
  try {
    asked = readAsked(args)
  } catch (error) {
    terminal.complain(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
    return EXIT.misused
  }
  if (!isThisMachine(asked.origin) && !asked.isOwnServer) {
    terminal.complain(`${asked.origin} is not this machine. If it is your server, and nobody else is harmed, add --yes-this-is-my-server.`)
    return EXIT.misused
  }
  const isBuying = asked.isBuying || (await mayBuy(asked, ask))
  const report = await sendLoad({ ...asked, isBuying }, terminal)
  if (asked.isJson) terminal.say(JSON.stringify(report))
  else for (const line of linesOf(report)) terminal.say(line)
  return report.seatsSoldTwice === 0 ? EXIT.done : EXIT.refused
}

async function mayBuy({ origin, visitors, quantity }: Asked, ask?: (question: string) => Promise<string>): Promise<boolean> {
  const answer = await ask?.(
    `Visits end at the cart. Shall ${String(visitors)} visitors buy ${String(quantity)} tickets each of ${origin} by the test card, if its provider is the built-in one? yes/no `,
  )
  return answer?.trim() === 'yes'
}

async function sendLoad(asked: Asked, terminal: Terminal): Promise<Report> {
  const { origin, visitors, atOnce, how, quantity, isBuying, hasAddresses } = asked
  const shop = shopAt(origin, atOnce)
  const tally = new Tally()
  const house = await readHouse(shop, asked.presentationId, how !== 'best')
  const { id, featureName, available } = house.presentation
  if (!asked.isJson) terminal.say(`${featureName}, presentation ${String(id)} of ${origin}: ${String(available)} free seats and places`)
  const isChoosing = (n: number) => how === 'map' || (how === 'both' && n % 2 === 1)
  const progress = setInterval(() => terminal.progress?.(`${String(tally.finished)} of ${String(visitors)} visits`), 1_000)
  try {
    const seconds = await sendVisitors(asked, (n) => {
      const givesUpAt = Date.now() + asked.patience * 1_000
      const plan: Plan = { quantity, isChoosing, isBuying, isOver: () => Date.now() > givesUpAt }
      const visitor = new LoadVisitor(shop, hasAddresses ? addressOfVisitor(n + 1) : undefined)
      return new Visit(visitor, { house, plan, tally }).make(n)
    })
    return tally.report(visitors, seconds)
  } finally {
    clearInterval(progress)
    shop.agent.destroy()
  }
}
