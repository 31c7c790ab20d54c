import { keepsRule } from './form-rules.ts'

const LONGEST = 200

/** Normalises an e-mail address for comparison: trimmed, in lower case. @returns undefined if it is not an address */
export function normaliseEmail(text: string): string | undefined {
  const address = text.trim().toLowerCase()
  return address.length <= LONGEST && keepsRule(address, { rule: 'email' }) ? address : undefined
}
