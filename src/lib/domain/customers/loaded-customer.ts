/** Conversions of a loaded customer (spec §3): rows may come from systems that write them differently. */

/** Replaces a leading +972 by 0. */
export function loadedMobile(number: string): string {
  return number.trim().replace(/^\+972[\s-]*0?/, '0')
}

/** Removes '#' from an address. */
export function loadedAddress(address: string): string {
  return address.replaceAll('#', '')
}

/** The displayable part of an ID number: its last three digits. */
export function maskSsn(ssn: string): string {
  return ssn === '' ? '' : `${'•'.repeat(Math.max(0, ssn.length - 3))}${ssn.slice(-3)}`
}
