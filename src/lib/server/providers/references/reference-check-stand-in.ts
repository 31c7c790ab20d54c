import type { ReferenceCheck } from './reference-check.ts'

/** Stands in for an outside register: numbers ending in 00 are not eligible, the check fails for those ending in 99, and all others are eligible. */
export const standInReferenceCheck: ReferenceCheck = ({ reference1 }) => {
  if (reference1.endsWith('99')) return Promise.reject(new Error('The stand-in fails at numbers that end in 99.'))
  return Promise.resolve(!reference1.endsWith('00'))
}
