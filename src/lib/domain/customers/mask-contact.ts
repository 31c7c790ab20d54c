const HIDDEN = '•••'

/** Masks a name to its first letter: its owner recognises it and nobody else learns it. '' stays ''. */
export function maskName(name: string): string {
  const [first] = name.trim()
  return first === undefined ? '' : first + HIDDEN
}

/** Masks an e-mail address to its first character and its domain. */
export function maskEmail(address: string): string {
  const [name = '', ...domain] = address.split('@')
  return `${maskName(name)}@${domain.join('@')}`
}

/** Masks a mobile number to its last three digits. '' stays ''. */
export function maskMobileNumber(number: string): string {
  return '•'.repeat(Math.max(0, number.length - 3)) + number.slice(-3)
}
