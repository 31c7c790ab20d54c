import { keepsRule } from './form-rules.ts'

const LONGEST = 200

/** An e-mail address as it is compared: without blanks around it, in lower case. @returns undefined where it is none */
export function normaliseEmail(text: string): string | undefined {
  const address = text.trim().toLowerCase()
  return address.length <= LONGEST && keepsRule(address, { rule: 'email' }) ? address : undefined
}
