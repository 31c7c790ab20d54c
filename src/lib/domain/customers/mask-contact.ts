const HIDDEN = '•••'

/** Enough of a name for its owner to know it, and for nobody to learn it: its first letter. Empty stays empty. */
export function maskName(name: string): string {
  const [first] = name.trim()
  return first === undefined ? '' : first + HIDDEN
}

/** The same of an e-mail address: its first sign, and where it is. */
export function maskEmail(address: string): string {
  const [name = '', ...domain] = address.split('@')
  return `${maskName(name)}@${domain.join('@')}`
}
