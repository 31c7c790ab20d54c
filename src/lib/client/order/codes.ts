import { redeemedName, type LineChange } from '#lib/domain/entitlements/coupon-lines.ts'
import { isIsraeliId } from '#lib/domain/customers/israeli-id.ts'
import { removeTicket, restoreIncomplete } from '#lib/domain/entitlements/remove-coupon.ts'
import type { MemberAnswer } from '#lib/contract/wire.ts'
import type { SelectedSeat } from '#lib/domain/seating/rules/seat-selection.ts'
import type { CallRefusal } from '#lib/client/http/call.ts'
import { $cartRefusal } from './cart.ts'
import { fitTickets } from './code-fit.ts'
import { lookUp, type Found } from './code-lookup.ts'
import { $codeNews, $codeProblem, labelOf, type CodeNews, type CodeProblem } from './codes-state.ts'
import { learnMember, ticketsOfMember } from './member-offers.ts'
import { $allLines, $lines, $presentation, learnTicket, storeOrder, storeOrderWithSsn } from './order.ts'
import { codeLineOf } from './order-lines.ts'
import { $seatsPhase, $selectedSeats, changeTickets } from '#lib/client/seats/seats.ts'

/** Looks a code up, or with an ID number alone a membership or benefit, and puts what it gives on the seats. @returns why not, or null */
export async function enterCode(typed: { readonly code: string; readonly ssn: string }): Promise<CodeProblem | null> {
  const [code, ssn] = [typed.code.trim(), typed.ssn.trim()]
  $codeProblem.set(null)
  if (code === '' && ssn === '') return problem('code', 'CODE_EMPTY')
  if (ssn !== '' && !isIsraeliId(ssn)) return problem('ssn', 'invalidSSN')
  const known = await bringUpToDate(code === '' ? '' : ssn)
  if (known) return { ...known, field: known.code === 'invalidSSN' ? 'ssn' : 'code' }
  const found = await lookUp(code === '' ? ssn : code)
  if (!found.ok) return fieldProblem(found.refusal, code === '' ? 'ssn' : 'code', ssn)
  return take(found.value, code === '' ? 'ssn' : 'code')
}

/** Uses a member that the visitor has proved before (spec §4): nothing is typed again. @returns why not, or null */
export async function redeemMember(member: MemberAnswer): Promise<CodeProblem | null> {
  $codeProblem.set(null)
  const found = await ticketsOfMember(member)
  if (!found.ok) return { ...found.refusal, field: 'ssn' }
  return found.value.length === 0 ? problem('ssn', 'noValidMember') : take(found.value, 'ssn')
}

/** The look-up sees the stored cart, and the ID number that came with it. */
async function bringUpToDate(ssn: string): Promise<CallRefusal | undefined> {
  const stored = ssn === '' ? await storeOrder() : await storeOrderWithSsn(ssn)
  return stored.ok ? undefined : stored.refusal
}

function problem(field: CodeProblem['field'], code: string, facts?: CodeProblem['facts']): CodeProblem {
  return { field, code, message: '', ...(facts && { facts }) }
}

/** An ID number that was not given is asked for in other words than a wrong one. */
function fieldProblem({ code, message, facts }: CallRefusal, field: CodeProblem['field'], ssn: string): CodeProblem {
  if (code === 'invalidSSN') return ssn === '' ? problem('ssn', 'SSN_NEEDED') : { field: 'ssn', code, message }
  return { field, code, message, ...(facts && { facts }) }
}

/** Puts found tickets on the seats and stores the cart, so that their uses are kept for it; a refusal takes everything back. */
async function take(found: readonly Found[], field: CodeProblem['field']): Promise<CodeProblem | null> {
  for (const { ticket, code, member } of found) {
    learnTicket(ticket, code)
    if (member) learnMember(member)
  }
  const lines = $allLines.get().seats.map(codeLineOf)
  const changes = fitTickets(lines, $presentation.get()?.id ?? 0, found)
  if (!changes.ok) return problem(field, changes.refusal.code, changes.refusal.facts)
  const refusal = await change(changes.value)
  if (refusal) return { ...refusal, field }
  tell('applied', found[0]?.code.name ?? '', changes.value.length)
  return null
}

/** Takes a code off all its seats: each gets the ticket back that it had. @returns whether that is stored */
export async function removeCode(name: string): Promise<boolean> {
  $codeProblem.set(null)
  const label = labelOf(name)
  const changes = removeTicket($lines.get().seats.map(codeLineOf), name)
  const refusal = await change(changes)
  if (refusal) $codeProblem.set({ ...refusal, field: 'code' })
  else tell('removed', label, changes.length)
  return !refusal
}

function tell(kind: CodeNews['kind'], label: string, seats: number): void {
  $codeNews.set({ kind, label: kind === 'applied' ? labelOf(label) : label, seats })
}

/** Changes tickets here and at the server; where that refuses, the seats are as before. */
async function change(changes: readonly LineChange[]): Promise<CallRefusal | undefined> {
  const keys = new Set(changes.map(({ key }) => key))
  const before = new Map($selectedSeats.get().flatMap((seat) => (keys.has(seat.key) ? [[seat.key, seat]] : [])))
  changeTickets(changes)
  const stored = await storeOrder()
  if (stored.ok) return undefined
  $selectedSeats.set($selectedSeats.get().map((seat) => asBefore(seat, before.get(seat.key))))
  $cartRefusal.set(null)
  return stored.refusal
}

function asBefore(seat: SelectedSeat, before: SelectedSeat | undefined): SelectedSeat {
  if (!before) return seat
  const { redeemed: _undone, ...plain } = seat
  const { ticketId, ref1, ref2, redeemed } = before
  return { ...plain, ticketId, ref1, ref2, ...(redeemed && { redeemed }) }
}

/** A use that has lost one of its seats, however that came, gives the others their tickets back. @returns a function that stops it */
export function followUses(): () => void {
  const restore = (): void => {
    if ($seatsPhase.get() !== 'ready') return
    const changes = restoreIncomplete($lines.get().seats.map(codeLineOf))
    if (changes.length === 0) return
    const seat = $selectedSeats.get().find(({ key }) => key === changes[0]?.key)
    const label = labelOf((seat?.redeemed && redeemedName(seat.redeemed)) ?? '')
    changeTickets(changes)
    tell('restored', label, changes.length)
  }
  const stops = [$lines.listen(restore), $seatsPhase.listen(restore)]
  return () => stops.forEach((stop) => stop())
}
