import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { readNumbers, type Reach } from '#lib/domain/staff/reach.ts'

/** Longer than a list of numbers ever is. */
const MOST_TEXT = 2_000

/** A field of a form; undefined if it is missing, too long or a file. */
export function longIn(sent: FormData, name: string): string | undefined {
  const value = sent.get(name)
  return typeof value === 'string' && value.length <= MOST_TEXT && !value.includes('\0') ? value : undefined
}

/** The limits of a form, of which a field that is missing or too long is none: an empty one says that there is no limit. Refusals: FORM_INVALID. */
export function reachIn(sent: FormData): Result<Reach> {
  const [businessIds, featureIds] = ['businesses', 'features'].map((name) => numbersIn(sent, name))
  if (!businessIds) return refuse('FORM_INVALID', { field: 'businesses' })
  return featureIds ? accept({ businessIds, featureIds }) : refuse('FORM_INVALID', { field: 'features' })
}

/** Numbers of a form, 'all' if none is typed; undefined if the field is missing or anything else stands in it. */
export function numbersIn(sent: FormData, name: string): Reach['businessIds'] | undefined {
  const typed = longIn(sent, name)
  return typed === undefined ? undefined : readNumbers(typed)
}

/** What was chosen of several, a dozen at most. */
export function namesIn(sent: FormData, name: string): readonly string[] {
  return sent
    .getAll(name)
    .flatMap((one) => (typeof one === 'string' && one.length <= 40 ? [one] : []))
    .slice(0, 12)
}
