/** What is rewritten when a customer is loaded (spec §3): rows may come from systems that write them otherwise. */

/** A number that starts with +972 starts with 0. */
export function loadedMobile(number: string): string {
  return number.trim().replace(/^\+972[\s-]*0?/, '0')
}

/** An address without '#'. */
export function loadedAddress(address: string): string {
  return address.replaceAll('#', '')
}

/** An ID number as it may be shown: its last three digits. */
export function maskSsn(ssn: string): string {
  return ssn === '' ? '' : `${'•'.repeat(Math.max(0, ssn.length - 3))}${ssn.slice(-3)}`
}
