import { atom } from 'nanostores'
import { call, type CallRefusal } from '#lib/client/http/call.ts'
import { withPass } from '#lib/client/http/captcha.ts'
import { $lines, $presentation, storeOrder } from './order.ts'
import { cartSeatOf, type SeatLine } from './order-lines.ts'
import { $references, asksReference, emptyReferences, isReferenceOpen, typedName, type ReferenceState } from './references-state.ts'

/** Whether somebody wanted to go on already: from then on empty fields are named. */
export const $referencesAsked = atom(false)

/** Checks what is typed for a seat, once all of it is; then the cart may be stored. @returns whether it entitles */
export async function checkReferences(key: string): Promise<boolean> {
  const line = $lines.get().seats.find((one) => one.seat.key === key)
  if (!line || !asksReference(line)) return true
  if (emptyReferences(line).length > 0) return false
  if (isReferenceOpen(line) && $references.get()[typedName(line)]?.at !== 'checking') await ask(line)
  await storeOrder()
  return !isReferenceOpen(line)
}

async function ask(line: SeatLine): Promise<void> {
  const name = typedName(line)
  know(name, { at: 'checking' })
  const refusal = await refusalOf(line)
  know(name, refusal ? { at: 'bad', refusal } : { at: 'ok' })
}

async function refusalOf(line: SeatLine): Promise<CallRefusal | undefined> {
  const { ticket } = cartSeatOf(line)
  const query = {
    sectionId: String(ticket.sectionId),
    ticketGroupId: String(ticket.ticketGroupId),
    ticketId: String(ticket.ticketId),
    ticketCode: line.seat.ref1.trim(),
    ...(line.ticket.ref2prompt !== null && { reference2: line.seat.ref2.trim() }),
  }
  const params = { presentationId: $presentation.get()?.id ?? 0 }
  const answer = await withPass('codes', (recaptchaToken) => call('ticketByCode', { params, query: { ...query, recaptchaToken } }))
  return answer.ok ? undefined : answer.refusal
}

function know(name: string, state: ReferenceState): void {
  $references.set({ ...$references.get(), [name]: state })
}

/** Checks every seat. @returns the field to go to, by its id on the page; undefined where all is well */
export async function firstOpenReference(): Promise<string | undefined> {
  for (const line of $lines.get().seats.filter((one) => isReferenceOpen(one))) {
    if (!(await checkReferences(line.seat.key))) return referenceId(line.seat.key, emptyReferences(line)[0] ?? 'ref1')
  }
  return undefined
}

/** The id of a field on the page. */
export function referenceId(key: string, field: 'ref1' | 'ref2'): string {
  return `${field}-${key}`
}
