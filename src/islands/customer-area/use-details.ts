import { useRef, useState } from 'react'
import { checkDetails, saveDetails, type DetailProblem, type Details } from '#lib/client/checkout/customer-form.ts'
import { $customerArea } from '#lib/client/customer/customer.ts'
import type { CallRefusal } from '#lib/client/http/call.ts'
import { DETAIL_FIELDS, type DetailField } from '#lib/domain/customers/customer-details.ts'
import type { Contact } from './ContactCode.tsx'

export interface DetailsProps {
  readonly customerId: number
  readonly details: Details
  readonly mayUpdateMobile: boolean
  /** Whether a code has shown that the address is the customer's. */
  readonly isEmailProved: boolean
  /** A new number or address waits for its code from before. */
  readonly pending: Contact | null
}

/** What became of a press. */
type Outcome =
  { readonly kind: 'saved' } | { readonly kind: 'confirmed' } | { readonly kind: 'failed'; readonly refusal: CallRefusal | null }

/** What became of the last press; `count` tells it from the one before, so that the same words are said again. */
export type SaidOfDetails = Outcome & { readonly count: number }

/** What was typed, what of it is saved, and which number or address waits for its code; `isOpen`: since just now. */
export function useDetails({ customerId, details, isEmailProved, pending }: DetailsProps) {
  const [saved, setSaved] = useState(details)
  const { typed, problems, setProblems, type, fill } = useTyped(details)
  const { said, say } = useSaid()
  const [isBusy, setBusy] = useState(false)
  const [waiting, setWaiting] = useState({ contact: pending, isOpen: false })
  const [isProved, setProved] = useState(isEmailProved)

  const refuse = (refusal: CallRefusal | null, wrong: readonly DetailProblem[]): void => {
    setProblems(wrong)
    say({ kind: 'failed', refusal })
    if (wrong[0]) document.getElementById(`detail-${wrong[0].name}`)?.focus()
  }
  const isProving = useRef(false)
  const prove = async (): Promise<void> => {
    if (isProving.current) return
    isProving.current = true
    const answer = await saveDetails(customerId, { EmailAddress1: saved.EmailAddress1 })
    isProving.current = false
    if (!answer.isSaved) {
      refuse(answer.refusal, [])
      return
    }
    setWaiting({ contact: answer.pending, isOpen: true })
  }
  const save = async (wanted: Details, known: Details): Promise<void> => {
    setBusy(true)
    const answer = await saveDetails(customerId, changedIn(known, wanted))
    setBusy(false)
    if (!answer.isSaved) {
      refuse(answer.refusal, answer.problem ? [answer.problem] : [])
      return
    }
    setProblems([])
    say({ kind: 'saved' })
    // What waits for its code, and what is asked about after it, is not saved yet.
    const unsaved = answer.pending === null ? [] : contactsIn(known, wanted)
    setSaved({ ...wanted, ...Object.fromEntries(unsaved.map((name) => [name, known[name]])) })
    setWaiting({ contact: answer.pending, isOpen: answer.pending !== null })
  }
  const submit = (): void => {
    const wrong = checkDetails(typed)
    if (wrong.length > 0) refuse(null, wrong)
    else if (!isBusy) void save(typed, saved)
  }
  const confirmed = (contact: Contact): void => {
    // The server knows what the code was for: the field may hold something else, as after a reload.
    const proved = { [contact]: $customerArea.get()?.[contact] ?? typed[contact] }
    const now = { ...saved, ...proved }
    const wanted = { ...typed, ...proved }
    fill(proved)
    if (contact === 'EmailAddress1') setProved(true)
    setSaved(now)
    setWaiting({ contact: null, isOpen: false })
    say({ kind: 'confirmed' })
    // A number and an address in one go: the address has its turn now.
    if (contactsIn(now, wanted).length > 0) void save(wanted, now)
  }
  return { typed, type, problems, said, isBusy, saved, waiting, isProved, prove, submit, confirmed }
}

function useSaid() {
  const [said, setSaid] = useState<SaidOfDetails | null>(null)
  const say = (outcome: Outcome): void => setSaid((before) => ({ ...outcome, count: (before?.count ?? 0) + 1 }))
  return { said, say }
}

/** What stands in the fields; a problem that was told is taken back as soon as it is mended. */
function useTyped(details: Details) {
  const [typed, setTyped] = useState(details)
  const [problems, setProblems] = useState<readonly DetailProblem[]>([])
  const type = (name: DetailField, text: string): void => {
    const next = { ...typed, [name]: text }
    setTyped(next)
    const reported = new Set(problems.map((one) => one.name))
    if (reported.size > 0) setProblems(checkDetails(next).filter((one) => reported.has(one.name)))
  }
  const fill = (known: Partial<Details>): void => setTyped((now) => ({ ...now, ...known }))
  return { typed, problems, setProblems, type, fill }
}

function changedIn(saved: Details, typed: Details): Partial<Details> {
  return Object.fromEntries(DETAIL_FIELDS.filter((name) => saved[name] !== typed[name].trim()).map((name) => [name, typed[name].trim()]))
}

function contactsIn(saved: Details, typed: Details): readonly Contact[] {
  return (['MobileNumber1', 'EmailAddress1'] as const).filter((name) => saved[name] !== typed[name].trim() && typed[name].trim() !== '')
}
