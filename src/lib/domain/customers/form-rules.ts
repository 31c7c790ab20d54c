import { isIsraeliId } from './israeli-id.ts'
import { isMobileNumber } from './mobile-number.ts'

/** A rule for a typed text (spec §5); `least` and `most` are lengths in characters. */
export type FieldRule =
  | { readonly rule: 'alpha' | 'email' | 'numeric' | 'alpha_num' | 'mobile' | 'ssn' }
  /** A day in the past. The caller, which has the clock, compares it with today. */
  | { readonly rule: 'birthDate' }
  | { readonly rule: 'min'; readonly least: number }
  | { readonly rule: 'max'; readonly most: number }

/** Every rule that a problem may name; each has its sentence in text/<locale>/form.json. */
export type FormRule = FieldRule['rule'] | 'required' | 'sameMobile' | 'contact' | 'age' | 'terms' | 'additionalTerms'

/** Letters of any script plus the characters of people's names: brackets, apostrophes, quotes, full stops, and every hyphen and dash that a keyboard makes. */
const LETTERS = /^(?=.*\p{L})[\p{L}\p{M}\s'’‘`´׳"“”״.,()\p{Pd}\u2212]+$/u
const EMAIL = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+\.[^\s@.<>()[\],;:"\\]{2,}$/
const DIGITS = /^\d+$/
const LETTERS_AND_DIGITS = /^[\p{L}\d]+$/u

/** Whether a text can be a person's name, or a part of one. */
export function isPersonName(text: string): boolean {
  return LETTERS.test(text)
}

/** Whether a non-empty text keeps a rule. */
export function keepsRule(text: string, rule: Exclude<FieldRule, { readonly rule: 'birthDate' }>): boolean {
  switch (rule.rule) {
    case 'alpha':
      return isPersonName(text)
    case 'email':
      return EMAIL.test(text)
    case 'numeric':
      return DIGITS.test(text)
    case 'alpha_num':
      return LETTERS_AND_DIGITS.test(text)
    case 'mobile':
      return isMobileNumber(text)
    case 'ssn':
      return isIsraeliId(text)
    case 'min':
      return [...text].length >= rule.least
    case 'max':
      return [...text].length <= rule.most
  }
}

/** The values in a broken rule's sentence, for example `{ min: 2 }`. */
export function factsOfRule(rule: FieldRule): Readonly<Record<string, number>> {
  if (rule.rule === 'min') return { min: rule.least }
  if (rule.rule === 'max') return { max: rule.most }
  return {}
}
