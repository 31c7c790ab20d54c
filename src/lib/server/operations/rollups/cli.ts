import { formatMoney } from '#lib/text/format-money.ts'
import { checkSums, type AmissSum } from '#lib/server/sales/sums.ts'
import { checkTaken } from '#lib/server/seats/board/availability.ts'
import { EXIT, type Terminal } from '#lib/server/platform/terminal/terminal.ts'

const USAGE = `Usage: npm run rollups -- check     compares the sums of sales with the books, and the counts of taken seats with the claims
       npm run rollups -- rebuild   makes them what the books and claims say, and says what differed
The shop may be open.`

/** Runs the command in a process that already has a database. */
export async function rollupsFromTerminal(args: readonly string[], terminal: Terminal): Promise<number> {
  const [command] = args
  if (args.length !== 1 || (command !== 'check' && command !== 'rebuild')) {
    terminal.complain(USAGE)
    return EXIT.misused
  }
  const repairs = command === 'rebuild'
  const { amiss, count, coarse } = await checkSums({
    repairs,
    tell: (share) => terminal.progress?.(`Reading the books: ${String(Math.round(share * 100))} %`),
  })
  const taken = await checkTaken(repairs)
  terminal.say(`Presentations whose count of taken seats is not that of the claims: ${String(taken)}.`)
  for (const one of amiss) terminal.say(describe(one))
  terminal.say(`Sums that are not what the books say: ${String(count)}; coarser sums that are not those of their days: ${String(coarse)}.`)
  if (repairs && count + coarse + taken > 0) terminal.say('All of them are right now.')
  return repairs || count + coarse + taken === 0 ? EXIT.done : EXIT.refused
}

/** What the books have more than the sums. */
function describe({ day, presentationId, kind, subjectId, channel, quantity, quantityBack, gross, refunded }: AmissSum): string {
  return [
    `${day}  presentation ${String(presentationId)}  ${kind} ${String(subjectId)}  ${channel}:`,
    ...[`sold ${signed(quantity)}`, `back ${signed(quantityBack)}`, `gross ${formatMoney(gross)}`, `refunded ${formatMoney(refunded)}`],
  ].join('  ')
}

function signed(count: number): string {
  return count > 0 ? `+${String(count)}` : String(count)
}
