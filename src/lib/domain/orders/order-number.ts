/** Signs that nobody mistakes for one another on the telephone: no 0 and O, no 1, I and L. The database draws numbers of the same ones. */
export const ORDER_NUMBER_SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 8
const SHAPE = new RegExp(`^[${ORDER_NUMBER_SIGNS}]{${String(LENGTH)}}$`)
/** Separators that people type or paste: spaces, dots, any dash, and the marks that set a text's direction. */
const SEPARATORS = /[\s.\p{Pd}\p{Cf}]/gu

/** An order's number as it is stored, from what was typed or pasted; undefined where that is none. */
export function readOrderNumber(text: string): string | undefined {
  const signs = text.replace(SEPARATORS, '').toUpperCase()
  return SHAPE.test(signs) ? signs : undefined
}

/** K7PX-M3WD: in two groups, as it is shown. */
export function formatOrderNumber(number: string): string {
  return `${number.slice(0, LENGTH / 2)}-${number.slice(LENGTH / 2)}`
}

/** Sign by sign, as a screen reader is to say it. */
export function spellOrderNumber(number: string): string {
  return `${[...number.slice(0, LENGTH / 2)].join(' ')}, ${[...number.slice(LENGTH / 2)].join(' ')}`
}
