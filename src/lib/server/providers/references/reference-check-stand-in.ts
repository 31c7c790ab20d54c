import type { ReferenceCheck } from './reference-check.ts'

/** Stands for a foreign register where none is set up: a number that ends in 00 is not eligible, at one in 99 the check fails, any other is eligible. */
export const standInReferenceCheck: ReferenceCheck = ({ reference1 }) => {
  if (reference1.endsWith('99')) return Promise.reject(new Error('The stand-in fails at numbers that end in 99.'))
  return Promise.resolve(!reference1.endsWith('00'))
}
