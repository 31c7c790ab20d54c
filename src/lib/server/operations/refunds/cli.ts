import { parseArgs } from 'node:util'
import { toAgorot, type Agorot } from '#lib/domain/money/money.ts'
import { formatOrderNumber } from '#lib/domain/orders/order-number.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { openRefunds, type OpenRefund } from './open-refunds.ts'
import { retryRefunds, settleRefunds, type DeskOutcome, type DeskProblem, type DeskRefusal, type DeskResult } from './refund-desk.ts'
import { EXIT, type Terminal } from '#lib/server/platform/terminal/terminal.ts'

const USAGE = `Usage: npm run refunds                                        lists the refunds that are not made yet
       npm run refunds -- retry REF                            asks the provider anew for those of an order
       npm run refunds -- settled REF --by TEXT [--amount 50]  they were paid back in another way, which TEXT says for the books
REF is the number of the order (K7PX-M3WD) or its identifier; --amount, in shekels, says which of several refused ones was paid back.`

type Command =
  | { readonly do: 'list' }
  | { readonly do: 'retry'; readonly reference: string }
  | { readonly do: 'settled'; readonly reference: string; readonly by: string; readonly amount: Agorot | undefined }

/** Maximum length of the note on how a refund was paid back. */
const LONGEST_NOTE = 200

/** Runs the command in a process that already has a database. */
export async function refundsFromTerminal(args: readonly string[], terminal: Terminal): Promise<number> {
  const command = readCommand(args)
  if (!command) {
    terminal.complain(USAGE)
    return EXIT.misused
  }
  if (command.do === 'list') return list(await openRefunds(), terminal)
  const { reference } = command
  const answer = command.do === 'retry' ? await retryRefunds(reference) : await settleRefunds(reference, command.by, command.amount)
  return 'problem' in answer ? refuse(answer, reference, terminal) : report(answer, reference, terminal)
}

export function readCommand(args: readonly string[]): Command | undefined {
  try {
    const options = { by: { type: 'string' }, amount: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
    const [name, reference = '', ...more] = positionals
    if (name === undefined) return args.length === 0 ? { do: 'list' } : undefined
    if (reference === '' || more.length > 0) return undefined
    if (name === 'retry') return values.by === undefined && values.amount === undefined ? { do: 'retry', reference } : undefined
    return name === 'settled' ? readSettled(reference, values.by?.trim() ?? '', values.amount) : undefined
  } catch {
    return undefined
  }
}

function readSettled(reference: string, by: string, typed: string | undefined): Command | undefined {
  const amount = typed === undefined ? undefined : toAgorot(Number(typed))
  if (by === '' || by.length > LONGEST_NOTE || (typed !== undefined && amount === undefined)) return undefined
  return { do: 'settled', reference, by, amount }
}

function list(open: readonly OpenRefund[], { say }: Terminal): number {
  for (const one of open) say(describe(one))
  const refused = open.filter(({ state }) => state === 'refused').length
  say(
    open.length === 0
      ? 'Every refund is made.'
      : `Refunds not made yet: ${String(open.length)}; of them refused for good: ${String(refused)}.`,
  )
  return EXIT.done
}

function describe({ reservationIdentifier, orderNumber, amount, provider, state, failure, since }: OpenRefund): string {
  const fate = state === 'refused' ? `refused for good by ${provider}` : `being asked for at ${provider}`
  return `${formatOrderNumber(orderNumber)}  ${reservationIdentifier}  ${formatMoney(amount)}  ${fate}: ${failure ?? 'not asked yet'}  since ${since.toISOString().slice(0, 16)}Z`
}

const PROBLEMS: Readonly<Record<DeskProblem, (reference: string) => string>> = {
  none: (reference) => `${reference}: no order of this reference waits for a refund.`,
  asked: (reference) =>
    `${reference}: the provider is still being asked and may give back; nothing may be settled before it refuses for good.`,
  several: (reference) => `${reference}: several refunds are refused; say by --amount which was paid back, or the sum of all of them.`,
  otherAmount: (reference) => `${reference}: no refused refund is of this amount, nor are all of them together.`,
}

function refuse({ problem, open }: DeskRefusal, reference: string, { complain }: Terminal): number {
  complain(PROBLEMS[problem](reference))
  for (const one of open) complain(describe(one))
  return EXIT.refused
}

const OUTCOMES: Readonly<Record<DeskOutcome, string>> = {
  done: 'given back by the provider.',
  settled: 'settled: it stands in the books as paid back in another way.',
  waiting: 'the provider has not given it back yet; the shop goes on asking.',
  refused: 'refused again.',
  gone: 'nothing was done: somebody else was quicker.',
}

function report(results: readonly DeskResult[], reference: string, { say }: Terminal): number {
  for (const { amount, outcome } of results) say(`${reference}  ${formatMoney(amount)}  ${OUTCOMES[outcome]}`)
  return results.some(({ outcome }) => outcome === 'gone' || outcome === 'refused') ? EXIT.refused : EXIT.done
}
