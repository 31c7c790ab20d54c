import { atom } from 'nanostores'
import type { CustomerInfo } from '#lib/contract/order/order-cart.ts'
import { checkOrderForm, type FieldProblem, type OrderForm } from '#lib/domain/customers/order-form.ts'
import { typedKey } from './typed-memory.ts'

/** What the customer has typed so far. */
export const $details = atom<CustomerInfo>({})
/** What is wrong with it; filled when the form is sent, and shrinking as the fields are put right. */
export const $problems = atom<readonly FieldProblem[]>([])

/** Begins with what the server kept, and what this tab has typed since. An ID number is in neither. */
export function openDetails(stored: CustomerInfo): void {
  $details.set({ ...stored, verifyMobileNumber: stored.mobileNumber ?? '', ...typedBefore(), ...$details.get() })
}

export function changeDetail(change: Partial<CustomerInfo>, form: OrderForm): void {
  const details = { ...$details.get(), ...change }
  $details.set(details)
  rememberTyped(details)
  if ($problems.get().length > 0) $problems.set(stillWrong(details, form))
}

/** Checks the whole form. @returns whether it may be sent. */
export function checkDetails(form: OrderForm): boolean {
  const problems = checkOrderForm({ verifyMobileNumber: '', ...$details.get() }, form)
  $problems.set(problems)
  return problems.length === 0
}

/** Something else than the form wants the ID number: its field says so, and takes the focus once it is there. */
export function askForSsn(form: OrderForm): void {
  const own = checkOrderForm($details.get(), { ...form, fields: { ...form.fields, ssn: 'required' } }).filter(
    ({ field }) => field === 'ssn',
  )
  $problems.set([...$problems.get().filter(({ field }) => field !== 'ssn'), ...own])
  setTimeout(() => document.getElementById('field-ssn')?.focus(), 0)
}

/** Fields that have been reported and are still wrong; nobody is told of a field while still on the way to it. */
function stillWrong(details: CustomerInfo, form: OrderForm): readonly FieldProblem[] {
  const reported = new Set($problems.get().map((problem) => problem.field))
  const asked =
    reported.has('ssn') && form.fields.ssn === 'left out' ? { ...form, fields: { ...form.fields, ssn: 'included' as const } } : form
  return checkOrderForm(details, asked).filter((problem) => reported.has(problem.field))
}

/** The tab's own memory: it survives a reload and an expired hold, and it never holds an ID number. */
function rememberTyped({ ssn: _never, ...typed }: CustomerInfo): void {
  try {
    sessionStorage.setItem(typedKey(), JSON.stringify(typed))
  } catch {
    // A browser without storage: the server keeps what is sent.
  }
}

/** An order is made: the next one's boxes are not ticked beforehand. */
export function forgetConsents(): void {
  const { termsAcceptance: _terms, additionalTerms: _own, mailingConsent: _mail, ...typed } = $details.get()
  rememberTyped(typed)
}

function typedBefore(): CustomerInfo {
  try {
    const typed: unknown = JSON.parse(sessionStorage.getItem(typedKey()) ?? '{}')
    const kept = typeof typed === 'object' && typed !== null ? Object.entries(typed) : []
    return Object.fromEntries(kept.filter(([, value]) => value !== ''))
  } catch {
    return {}
  }
}

/** A producer's order is made: the next customer is another one. */
export function forgetTyped(): void {
  rememberTyped({})
}
