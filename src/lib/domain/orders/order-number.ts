/** Characters that cannot be confused on the telephone: no 0 and O, no 1, I and L. The database generates numbers from the same set. */
export const ORDER_NUMBER_SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 8
const SHAPE = new RegExp(`^[${ORDER_NUMBER_SIGNS}]{${String(LENGTH)}}$`)
/** Separators that people type or paste: spaces, dots, any dash and direction marks. */
const SEPARATORS = /[\s.\p{Pd}\p{Cf}]/gu

/** Normalises a typed or pasted order number; undefined if it is not one. */
export function readOrderNumber(text: string): string | undefined {
  const signs = text.replace(SEPARATORS, '').toUpperCase()
  return SHAPE.test(signs) ? signs : undefined
}

/** Formats a number in two groups for display: K7PX-M3WD. */
export function formatOrderNumber(number: string): string {
  return `${number.slice(0, LENGTH / 2)}-${number.slice(LENGTH / 2)}`
}

/** Spaces out the characters for screen readers. */
export function spellOrderNumber(number: string): string {
  return `${[...number.slice(0, LENGTH / 2)].join(' ')}, ${[...number.slice(LENGTH / 2)].join(' ')}`
}
